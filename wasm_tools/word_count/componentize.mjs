// Makes a core module that speaks the canonical ABI a component: core.wasm, the world's text and name, and what to write.
import { readFileSync, writeFileSync } from "node:fs";

const { componentEmbed, componentNew } = await import(`${process.env.NODE_MODULES}/@bytecodealliance/jco/dist/api.js`);
const [core, wit, worldName, output] = process.argv.slice(2);
const embedded = await componentEmbed({ binary: readFileSync(core), witSource: readFileSync(wit, "utf8"), worldName });
writeFileSync(output, await componentNew(embedded, []));
