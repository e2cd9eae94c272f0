// The declarations of the package: those that its entry points reach, including those of bundled packages.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { checkoutCache } from '../checkout-cache.mjs'
import { pastReExports } from './re-exports.mjs'
import { DIST, ENTRY_DECLARATIONS, isInstalled, isOptional, packageOf, ROOT } from './package.mjs'

/** Where the compiler writes those of all sources. */
export const DECLARED = join(checkoutCache(ROOT), 'declarations')

const SPECIFIER = /(\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"\n]+)\2/g
const COMMENT = /\/\*[^]*?\*\//g

const DECLARATIONS = [
  [/\/dist\/(?:cjs|esm)\/(.*)\.js$/, '/dist/types/$1.d.ts'],
  [/\.c?js$/, '.d.ts'],
  [/\.cjs$/, '.d.cts'],
  [/\.mjs$/, '.d.mts'],
  [/$/, '.d.ts'],
  [/$/, '/index.d.ts'],
]

/** The declaration file of an import. */
function declarationOf(specifier, from) {
  const path = specifier.startsWith('.') ? join(dirname(from), specifier) : createRequire(from).resolve(specifier)
  const file = DECLARATIONS.map(([end, of]) => (end.test(path) ? path.replace(end, of) : '')).find(existsSync)
  if (file === undefined) throw new Error(`${from}: there are no declarations of ${specifier}`)
  return file
}

/** Where a declaration file stands in the package. */
function placeOf(file) {
  const at = file.lastIndexOf('/node_modules/')
  return file.startsWith(`${DECLARED}/`)
    ? join(DIST, relative(DECLARED, file))
    : join(DIST, 'packages', file.slice(at + '/node_modules/'.length))
}

const asImport = (path) => (path.startsWith('.') ? path : `./${path}`).replace(/\.d\.([cm]?)ts$/, '.$1js')

const toDeclarations = pastReExports(declarationOf, (file, from) => asImport(relative(dirname(from), file)))

/**
 * The engine's WebAssembly, which neither `es2023` nor the types of Node declare in all releases, and which those of a browser declare otherwise. Declarations
 * that name it import it.
 */
const ENGINE = 'vm/web-assembly.d.ts'
const importsEngine = (text, place) =>
  /\bWebAssembly\./.test(text)
    ? `import type { WebAssembly } from '${asImport(relative(dirname(place), join(DIST, ENGINE)))}'\n${text}`
    : text

/** Before 5.7 `Uint8Array` is not generic in TypeScript. */
const forOldCompilers = (text) => text.replaceAll(/\bUint8Array<ArrayBuffer(Like)?>/g, 'Uint8Array')

/** Writes the declarations. @returns the files of packages that are in them */
export function writeDeclarations() {
  const files = new Set(ENTRY_DECLARATIONS.map((entry) => join(DECLARED, relative('dist', entry))))
  for (const file of files) {
    const place = placeOf(file)
    const isEntry = ENTRY_DECLARATIONS.includes(`./${relative(ROOT, place)}`)
    const comments = []
    const bare = readFileSync(file, 'utf8').replaceAll(COMMENT, (comment) => `/*${comments.push(comment) - 1}*/`)
    const code = (file.startsWith(`${DECLARED}/`) ? toDeclarations(bare, file) : bare)
      .replaceAll(SPECIFIER, (whole, before, quote, specifier) => {
        if (isBuiltin(specifier)) return whole
        if (!specifier.startsWith('.') && isInstalled(packageOf(specifier))) return whole
        const target = declarationOf(specifier, file)
        files.add(target)
        return `${before}${quote}${asImport(relative(dirname(place), placeOf(target)))}${quote}`
      })
      // Types of a package that the project may lack become `any` instead of an error.
      .replaceAll(/^import .*from '(@cosmjs\/[^']*)'/gm, (line, specifier) =>
        isOptional(packageOf(specifier)) ? `// @ts-ignore\n${line}` : line,
      )
      .replaceAll(/\/\*(\d+)\*\//g, (_, index) => comments[Number(index)])
      .replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
    mkdirSync(dirname(place), { recursive: true })
    // From 6.0 on TypeScript does not include Node's types by itself.
    const own = file.startsWith(`${DECLARED}/`) ? importsEngine(code, place) : code
    writeFileSync(place, forOldCompilers(isEntry ? `/// <reference types="node" />\n${own}` : own))
  }
  const engine = readFileSync(join(ROOT, 'src', ENGINE), 'utf8')
  writeFileSync(join(DIST, ENGINE), engine.replace('declare namespace', 'export declare namespace'))
  return [...files].filter((file) => !file.startsWith(DECLARED))
}
