// The licences of the bundled packages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The package that a file belongs to. */
function folderOf(file) {
  const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? []
  return folder && existsSync(join(folder, 'package.json')) ? folder : undefined
}

function licenceOf(folder) {
  const { name, version, license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const text = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    .join('\n\n')
  const source = (repository?.url ?? repository ?? `https://www.npmjs.com/package/${name}`).replace(/^git\+/, '')
  return { name: `${name} ${version}`, license, source, text }
}

/** Writes the texts, one for all packages that have the same. @param files modules and declarations of packages */
export function writeLicences(files, dist) {
  const folders = [...new Set(files.map(folderOf))].filter((folder) => folder !== undefined)
  folders.sort((a, b) => (a < b ? -1 : 1))
  const texts = new Map()
  for (const { name, license, source, text } of folders.map(licenceOf)) {
    const key = text || `Licence: ${license}`
    texts.set(key, [...(texts.get(key) ?? []), `${name} (${license}), source: ${source}`])
  }
  const parts = [...texts].map(([text, packages]) => `${packages.join('\n')}\n\n${text}\n`)
  writeFileSync(
    join(dist, 'LICENCES.txt'),
    `Files of this folder hold code of the packages below, under their licences.\n\n${parts.join(`\n${'-'.repeat(100)}\n\n`)}`,
  )
}
