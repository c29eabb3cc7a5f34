// Talks to the server.
import { byId } from "./elements.js";

// Who this page was opened as. Another link opened in the same web browser changes its cookie: the server then
// refuses what this page asks, instead of writing it down as said by somebody else.
let rater = null;

export async function ask(path, parameters = {}, body = null) {
  const query = new URLSearchParams(parameters).toString();
  const headers = rater === null ? {} : { "X-Mhclient-Rater": rater };
  const options = body === null ? { headers } : {
    method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  const response = await fetch(path + (query ? "?" + query : ""), options);
  if (rater === null && response.ok) {
    rater = response.headers.get("X-Mhclient-Rater");
    byId("rater").textContent = "judging as " + decodeURIComponent(rater);
  }
  const found = await response.json();
  if (!response.ok) throw new Error(found.error || response.statusText);
  return found;
}

// One request after the other: a judgement is never mixed up with the move that follows it.
let working = Promise.resolve();

export function inTurn(work, failed) {
  working = working.then(work).catch((error) => failed(error.message));
  return working;
}
