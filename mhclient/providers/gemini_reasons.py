"""The finish reasons with which Gemini withholds a text. Source: ai.google.dev/api/generate-content."""

# ESCALATION and MODEL_ARMOR are filters of the customer's own project.
WITHHELD = (
    *("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "ESCALATION", "MODEL_ARMOR"),
    *("IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION"),
)
