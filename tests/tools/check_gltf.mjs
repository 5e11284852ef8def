// Asks Khronos' glTF validator (npm package gltf-validator) about files: node check_gltf.mjs FILE.glb...
// Looks for the package from WEND_NODE_MODULES (a folder that holds it) or from here. Errors and warnings both fail.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const from = process.env.WEND_NODE_MODULES;
const validator = createRequire(from ? join(from, 'any.js') : import.meta.url)('gltf-validator');
const files = process.argv.slice(2);
if (files.length === 0) console.log(`gltf-validator ${validator.version()}`);
let bad = 0;
for (const file of files) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 20 });
  const { numErrors, numWarnings, numInfos, messages } = report.issues;
  console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} remarks, ` +
              `${report.info.drawCallCount} draw calls, ${report.info.totalTriangleCount} triangles`);
  for (const m of messages) console.log(`  ${m.severity} ${m.code} ${m.pointer}: ${m.message}`);
  bad += numErrors + numWarnings;
}
process.exit(bad > 0 ? 1 : 0);
