#!/usr/bin/env node
// The places at which two JSON values differ, as JSON Pointers.
import { readFileSync } from "node:fs";

const description = {
  name: "json_diff",
  description: "Say where two JSON values differ, as JSON Pointers",
  parameters: {
    type: "object",
    properties: { before: { description: "Any JSON value" }, after: { description: "Any JSON value" } },
    required: ["before", "after"],
  },
  output_schema: { type: "array", items: { type: "object" } },
  determinism: "pure",
};

const places = (before, after, at = "") => {
  if (before === null || after === null || typeof before !== "object" || typeof after !== "object")
    return before === after ? [] : [{ at, before, after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const step = (name) => `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return names.flatMap((name) => places(before[name] ?? null, after[name] ?? null, step(name)));
};

const [first] = process.argv.slice(2);
if (first === "--describe") console.log(JSON.stringify(description));
else {
  const given = JSON.parse(first === "-" ? readFileSync(0, "utf8") : first);
  console.log(JSON.stringify(places(given.before, given.after)));
}
