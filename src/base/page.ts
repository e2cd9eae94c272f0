import { builtPage } from './built-page.js'
import { packed } from './packed.js'

/** The placeholder for a page's data. */
const PLACE = '<!--data-->'

/** Documents above this size are compressed, and no longer readable in the page's source. */
const LARGE = 100_000

/**
 * A page as one HTML file, which needs nothing else: the page that the build made, and the data, in elements that no browser runs.
 * @param name of the page's file @param document what it shows @param blocks further parts, compressed
 * @throws UsageError where the package was not built
 */
export function dataPage(name: string, document: { readonly title: string }, blocks: readonly string[] = []): string {
  const text = JSON.stringify(document)
  const head =
    text.length < LARGE
      ? `<script type="application/json" id="document">${inert(text)}</script>`
      : `<script type="text/plain" id="document">${packed(text)}</script>`
  const data = [head, ...blocks.map((block, i) => `<script type="text/plain" id="block-${i}">${block}</script>`)]
  const page = builtPage(name, `the page ${name}`)
  const at = page.indexOf(PLACE)
  const title = `<title>${document.title.replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</title>`
  // Its parts are put together by hand: a replacement pattern would see "$&" in somebody's text.
  const start = page.slice(0, at)
  const [before = '', after = ''] = start.split('<title></title>')
  return [before, title, after, data.join('\n'), page.slice(at + PLACE.length)].join('')
}

/** JSON that ends no element and begins no comment, whatever texts are in it. */
const inert = (json: string): string => json.replaceAll('<', String.raw`\u003c`)
