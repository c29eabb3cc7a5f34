"""Whether a written case can be used, checked without a model: form, person, leaks, spans, copies."""
