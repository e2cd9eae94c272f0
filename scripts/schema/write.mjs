import { readFileSync, rmSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'oxfmt'

const { semi, singleQuote, printWidth, trailingComma } = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8'))

/** Writes a TypeScript file, formatted. */
export async function writeSource(folder, file, text) {
  const { code, errors } = await format(file, text, { semi, singleQuote, printWidth, trailingComma })
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), code)
}

/** Removes what an earlier run has written. */
export const emptyFolder = (folder) => rmSync(folder, { recursive: true, force: true })

const constant = (name) => name.replaceAll('.', '_').toUpperCase()
const rows = (table) =>
  `{${Object.entries(table)
    .map(([id, text]) => `${JSON.stringify(id)}: ${JSON.stringify(text)}`)
    .join(',')}}`

/**
 * Writes tables of packages, one file each, and `all.ts` with the record of them. The format of a table is described in src/codec/proto-json/schema.ts.
 * @param schema path of that file as an import
 * @param exported name of the record of all tables
 */
export async function writeTables(folder, { packages, schema, exported, head }) {
  const names = Object.keys(packages).toSorted((a, b) => (a < b ? -1 : 1))
  for (const name of names) {
    // A type of the same package has a leading dot.
    const short = (line) =>
      line
        .split(' ')
        .map((word) => (word.startsWith(`${name}.`) ? word.slice(name.length) : word))
        .join(' ')
    const table = ([key, entries]) =>
      `${key}: ${rows(Object.fromEntries(Object.entries(entries).map(([id, text]) => [id, short(text)])))}`
    await writeSource(
      folder,
      `${name}.ts`,
      `${head}
import type { PackageTable } from '${schema}'

export const ${constant(name)}: PackageTable = {${Object.entries(packages[name]).map(table).join(',')}}
`,
    )
  }
  await writeSource(
    folder,
    'all.ts',
    `${head}
import type { PackageTable } from '${schema}'
${names.map((name) => `import { ${constant(name)} } from './${name}.js'`).join('\n')}

/** By package. */
export const ${exported}: Readonly<Record<string, PackageTable>> = {
${names.map((name) => `  ${JSON.stringify(name)}: ${constant(name)},`).join('\n')}
}
`,
  )
}
