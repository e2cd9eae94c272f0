// The pages that a browser shows: each is one HTML file with its scripts and styles in it. `ui/` has their sources.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { rolldown } from 'rolldown'
import { minifySync } from 'rolldown/utils'
import { DIST, ROOT } from './package.mjs'

/** Nothing is loaded, sent or framed; only this script runs. */
const offline = ({ script, style }) =>
  `default-src 'none'; script-src '${script}'; style-src '${style}'; img-src data:; base-uri 'none'; form-action 'none'`

/** The frame of all pages. */
const FRAME = 'ui/page.html'

/** A page without a title gets it with its data. */
const PAGES = [
  {
    file: 'ui/report.html',
    script: 'ui/report/main.tsx',
    styles: [
      'node_modules/uplot/dist/uPlot.min.css',
      'ui/styles/base.css',
      'ui/styles/timeline.css',
      'ui/styles/details.css',
      'ui/styles/lines.css',
    ],
    policy: offline,
  },
  {
    file: 'ui/profile.html',
    script: 'ui/profile/main.tsx',
    styles: ['ui/styles/base.css', 'ui/styles/profile.css'],
    policy: offline,
  },
  {
    file: 'ui/explorer.html',
    title: 'Sudobox explorer',
    // Otherwise browsers request an icon from the server.
    head: '<link rel="icon" href="data:,">',
    script: 'ui/explorer/main.tsx',
    styles: [
      'ui/styles/base.css',
      'ui/styles/timeline.css',
      'ui/styles/details.css',
      'ui/styles/lines.css',
      'ui/styles/explorer.css',
    ],
    // Only its own server may be contacted; `blob:` is for its exports.
    policy: ({ script, style }) =>
      `default-src 'none'; script-src '${script}'; style-src '${style}'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'`,
  },
]

const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** The script of a page, and the modules that are in it. */
async function scriptOf(input) {
  const build = await rolldown({
    cwd: ROOT,
    input,
    platform: 'browser',
    resolve: { conditionNames: ['import', 'browser', 'default'] },
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    tsconfig: false,
    logLevel: 'warn',
  })
  const { output } = await build.generate({ format: 'esm', comments: false, codeSplitting: false })
  await build.close()
  const [chunk] = output
  if (output.length !== 1) throw new Error(`${input} became ${output.length} files, and a page has one`)
  const { code } = minifySync(input, chunk.code, { module: true })
  // An end tag in a string of the script would end the element.
  return { code: code.trim().replaceAll('</script', String.raw`<\/script`), modules: chunk.moduleIds }
}

/** Comments and spaces of a style sheet. */
const smaller = (css) =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s*([{};,])\s*/g, '$1')
    .replaceAll(/:\s+/g, ':')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(';}', '}')
    .trim()

/** The element that shows a report on mutants, as its package has it. */
const ELEMENTS = 'node_modules/mutation-testing-elements/dist/mutation-test-elements.js'

/** Writes the pages. @returns the modules that are in them */
export async function writePages() {
  const modules = [`${ROOT}${ELEMENTS}`]
  mkdirSync(`${DIST}/ui`, { recursive: true })
  copyFileSync(`${ROOT}${ELEMENTS}`, `${DIST}/ui/mutation-test-elements.js`)
  for (const { file, title = '', head = '', script, styles, policy } of PAGES) {
    const { code, modules: used } = await scriptOf(script)
    const style = smaller(styles.map((path) => readFileSync(`${ROOT}${path}`, 'utf8')).join('\n'))
    const parts = { title, head, script: code, style, policy: policy({ script: hashOf(code), style: hashOf(style) }) }
    // The hashes cover the text between the tags, without the whitespace of a formatter.
    const page = readFileSync(`${ROOT}${FRAME}`, 'utf8').replaceAll(
      /\s*<!--(title|head|script|style|policy|data)-->\s*/g,
      (_, name) => parts[name] ?? `\n<!--${name}-->\n`,
    )
    mkdirSync(dirname(`${DIST}/${file}`), { recursive: true })
    writeFileSync(`${DIST}/${file}`, page)
    modules.push(...used, ...styles.map((path) => `${ROOT}${path}`))
  }
  return modules
}
