// Copies the pages to where VitePress reads them, with links between files of the repository changed to links between pages.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { PAGES, ROOT } from './pages.mjs'

/** Links outside of code: what stands in backquotes or between fences is left alone. */
const CODE_OR_LINK = /^(```+|~~~+)[^]*?^\1|`[^`\n]+`|\]\(([^)\s#]+)(#[^)\s]*)?\)/gm

function pageLinks(text, file, page) {
  return text.replaceAll(CODE_OR_LINK, (whole, fence, target, heading = '') => {
    if (fence || !target || /^\w+:/.test(target)) return whole
    const to = posix.join(posix.dirname(file), target)
    const site = PAGES.get(to) ?? (to.startsWith('docs/images/') ? to.slice('docs/'.length) : undefined)
    if (site === undefined) throw new Error(`${file} links to ${target}, which is no page of the site`)
    const relative = posix.relative(posix.dirname(page), site)
    return `](${relative.startsWith('.') ? relative : `./${relative}`}${heading})`
  })
}

/** Writes a file unless it is there as it is, so that a running server sees only what has changed. */
function write(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** @param out the folder of pages */
export function stage(out) {
  for (const [file, page] of PAGES)
    if (page !== 'index.md') write(join(out, page), pageLinks(readFileSync(`${ROOT}${file}`, 'utf8'), file, page))
  write(join(out, 'index.md'), readFileSync(new URL('index.md', import.meta.url), 'utf8'))
  cpSync(`${ROOT}docs/images`, join(out, 'images'), { recursive: true })
}

/** All files below a folder, with forward slashes. */
export const filesOf = (folder, ext) =>
  readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith(ext) && statSync(join(folder, name)).isFile())
    .toSorted((a, b) => (a < b ? -1 : 1))
