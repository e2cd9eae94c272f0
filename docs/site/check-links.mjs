// Fails if a link of the built site leads to a page, a file or a heading that is not there.
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { filesOf } from './stage.mjs'

const idsOf = (html) => new Set([...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id]) => decode(id)))
const decode = (text) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** @returns a line for each link that leads nowhere */
export function brokenLinks(folder) {
  const pages = new Map(filesOf(folder, '.html').map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const ids = new Map([...pages].map(([name, html]) => [name, idsOf(html)]))
  const broken = new Set()
  for (const [page, html] of pages)
    for (const [, attribute] of html.matchAll(/<(?:a|img)\s[^>]*?(?:href|src)="([^"]*)"/g)) {
      const link = decode(attribute)
      if (/^[a-z]+:/i.test(link)) continue
      const [path, heading] = link.split('#')
      const target = path === '' ? page : posix.join(path.startsWith('/') ? '' : posix.dirname(page), path)
      const file = target.replace(/^\//, '').replace(/(^|\/)$/, '$1index.html')
      const name = pages.has(file) || (/\.\w+$/.test(file) && existsSync(join(folder, file))) ? file : undefined
      if (name === undefined) broken.add(`${page}: ${link} is no page`)
      else if (heading && !ids.get(name)?.has(decodeURIComponent(heading)))
        broken.add(`${page}: ${link} is no heading of ${name}`)
    }
  return [...broken]
}
