// Turns what TypeScript compiled to CommonJS back into ES modules, so that a bundle holds only what is used of them. cosmjs and its messages are
// published as CommonJS alone; they are a third of what a sandbox would load.

const FILES = /\/node_modules\/(?:cosmjs-types|@cosmjs\/[^/]+)\/(?!.*\/node_modules\/|node_modules\/).*\.js$/

/** Helpers that the compiler writes in front. The statements that use them are replaced. */
const HELPER =
  /^var __(?:createBinding|setModuleDefault|importStar|exportStar|importDefault) = [^]*?^(?:\}\)|\}\)\(\)|\});$/gm

/** Line by line, since all of it stands on the outermost level, one statement a line. */
const STATEMENTS = [
  [/^"use strict";$/, () => ''],
  [/^Object\.defineProperty\(exports, "__esModule", .*$/, () => ''],
  [/^(?:exports\.\w+ = )+void 0;$/, () => ''],
  [
    /^(?:const|var) (\w+) = (?:__import(?:Star|Default)\()?require\((".*")\)?\);$/,
    (_, name, from) => `import * as ${name} from ${from};`,
  ],
  [/^exports\.(\w+) = __importStar\(require\((".*")\)\);$/, (_, name, from) => `export * as ${name} from ${from};`],
  [/^__exportStar\(require\((".*")\), exports\);$/, (_, from) => `export * from ${from};`],
  [/^exports\.(\w+) = ([A-Za-z_]\w*);$/, (_, name, local) => `export { ${local} as ${name} };`],
  [/^exports\.(\w+) = /, (_, name) => `export const ${name} = `],
  [
    /^\}\)\((\w+) \|\| \(exports\.\1 = \1 = \{\}\)\);$/,
    (_, name) => `})(${name} || (${name} = {}));\nexport { ${name} };`,
  ],
]

/** Messages are written and read as bytes alone; their JSON is the chain's own (`src/codec/proto-json`). */
const JSON_METHODS = /^    (?:from|to)JSON\(\w+\) \{\n[^]*?^    \},\n/gm

/** A re-exported name. */
const GETTER =
  /^Object\.defineProperty\(exports, "(\w+)", \{ enumerable: true, get: function \(\) \{ return (\w+)\.(\w+); \} \}\);$/gm

function asModule(code, id) {
  const froms = new Map(
    [...code.matchAll(/^(?:const|var) (\w+) = require\((".*")\);$/gm)].map(([, name, from]) => [name, from]),
  )
  const module = code
    .replaceAll(HELPER, '')
    .replaceAll(JSON_METHODS, '')
    .replaceAll(GETTER, (_, name, from, of) => `export { ${of} as ${name} } from ${froms.get(from)};`)
    .split('\n')
    .map((line) => {
      const [pattern, write] = STATEMENTS.find(([pattern]) => pattern.test(line)) ?? []
      return pattern === undefined ? line : line.replace(pattern, write)
    })
    .join('\n')
    .replaceAll(/\bexports\.(\w+)/g, '$1')
  const left =
    /^(?!\s*(?:\*|\/\/)).*(?:\bexports\b|\brequire\(|\b__(?:importStar|importDefault|exportStar)\b).*$/m.exec(module)
  if (left) throw new Error(`${id}: no ES module can be made of "${left[0]}"`)
  return module
}

export const asModules = {
  name: 'as-modules',
  transform: {
    filter: { id: FILES },
    handler: (code, id) => ({ code: asModule(code, id), map: null, moduleSideEffects: false }),
  },
}
