// What a rater works on: which replies, which of them is looked at, what has been picked. Nothing is drawn in here.
import { ask } from "./server.js";

const NEAR = 50; // replies before the one looked at that are loaded with it

export class Queue {
  constructor(parameters) {
    this.run = parameters.get("run");
    this.sample = parameters.get("sample");
    this.filter = parameters.get("filter"); // null until it is known which list is opened
    Object.assign(this, { at: 0, offset: 0, rows: [], n: 0, nJudged: 0, shown: null, picked: new Set(), judged: [] });
    Object.assign(this, { lists: [], agreement: null, done: false, saved: "" });
  }

  get blind() {
    return this.sample !== null;
  }

  // What every request about the queue names.
  get here() {
    return this.blind ? { run: this.run, sample: this.sample } : { run: this.run };
  }

  // The lists of the run; where none is asked for, the first one that has something left to judge.
  async open() {
    await this.loadLists();
    if (this.filter === null) {
      const left = this.lists.find((list) => list.n_judged < list.n) ?? this.lists.at(-1);
      this.filter = left ? left.filter : "";
    }
    await this.loadRows(0);
    await this.look(0);
    if (this.shown?.mine?.judged) await this.lookUnjudged();
    await this.loadAgreement();
  }

  async loadLists() {
    this.lists = (await ask("/api/lists", this.here)).lists;
  }

  async loadAgreement() {
    this.agreement = await ask("/api/agreement", this.here);
  }

  async loadRows(offset) {
    const page = await ask("/api/cases", { ...this.here, filter: this.filter, offset });
    Object.assign(this, { offset, rows: page.rows, n: page.n, nJudged: page.n_judged });
  }

  // Replies chosen by a line of text; a line that cannot be read changes nothing.
  async choose(text) {
    const before = this.filter;
    this.filter = text;
    try {
      await this.loadRows(0);
    } catch (error) {
      this.filter = before;
      throw error;
    }
    await this.look(0);
  }

  async look(at) {
    this.at = Math.max(0, Math.min(at, this.n - 1));
    this.picked.clear();
    Object.assign(this, { shown: null, done: false, saved: "" });
    const isInside = this.at >= this.offset && this.at < this.offset + this.rows.length;
    if (this.n && !isInside) await this.loadRows(Math.max(0, this.at - NEAR));
    const row = this.rows[this.at - this.offset];
    if (row) this.shown = await ask("/api/case", { ...this.here, item: row.item });
  }

  async lookUnjudged() {
    const { at } = await ask("/api/unjudged", { ...this.here, filter: this.filter, after: this.at });
    if (at === null) this.done = this.nJudged === this.n;
    else await this.look(at);
  }

  // Keep a judgement, and go on to the next reply without one.
  async judge(verdict, letters = []) {
    const shown = this.shown;
    if (!shown || this.done) return;
    const note = shown.mine ? shown.mine.note : "";
    const { mine } = await ask("/api/judge", {}, { ...this.here, item: shown.item, verdict, letters, note });
    this.keep(shown.item, mine);
    await this.lookUnjudged();
    this.saved = "Saved: " + mine.label.replaceAll("_", " ") + ".";
    if (this.nJudged % 10 === 0) await this.loadAgreement();
  }

  async note(shown, text) {
    if (text.trim() === (shown.mine ? shown.mine.note : "")) return;
    const at = this.at;
    const { mine } = await ask("/api/note", {}, { ...this.here, item: shown.item, note: text });
    this.keep(shown.item, mine);
    await this.look(at);
    this.saved = "The note is saved.";
  }

  // Take back what was judged last here, else what was said of the reply looked at.
  async undo() {
    const item = this.judged.pop() ?? this.shown?.item;
    if (item === undefined) return;
    const { mine } = await ask("/api/undo", {}, { ...this.here, item });
    this.mark(item, mine);
    const place = this.placeOf(item);
    await this.look(place < 0 ? this.at : this.offset + place);
    this.saved = "Taken back.";
  }

  // A letter: a judgement where one is asked for; where several are it waits for `confirm`.
  async pick(letter) {
    const shown = this.shown;
    if (!shown || this.done) return;
    if (!shown.options.some(([label]) => label === letter)) throw new Error(letter + " is no option of this item");
    if (shown.mode === "single") await this.judge("answer", [letter]);
    else if (!this.picked.delete(letter)) this.picked.add(letter);
  }

  async confirm() {
    if (this.picked.size) await this.judge("answer", [...this.picked].sort());
  }

  keep(item, mine) {
    this.mark(item, mine);
    this.judged.push(item);
  }

  // Where an item stands among the rows, -1 where it does not: the filter may have changed since it was judged.
  placeOf(item) {
    return this.rows.findIndex((row) => row.item === item);
  }

  mark(item, mine) {
    const row = this.rows[this.placeOf(item)];
    if (!row) return;
    const isJudged = Boolean(mine && mine.judged);
    this.nJudged += isJudged - row.judged;
    row.judged = isJudged;
  }
}
