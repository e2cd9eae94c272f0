import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...['docs', 'docs/guides'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
]

/** Links to other files, and from a list of contents into its page, lead somewhere. */
describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8').replaceAll(/^```.*?^```$/gms, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!).filter((link) => !/^\w+:/.test(link))

  test('has only links that lead somewhere', () => {
    const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    )
    const lost = links.filter((link) =>
      link.startsWith('#')
        ? !anchors.includes(link.slice(1))
        : !existsSync(join(dirname(page), link.replace(/#.*/, ''))),
    )
    expect(lost).toEqual([])
  })
})
