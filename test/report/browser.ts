import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'

/** A Chromium of the system; undefined where none is installed. */
const PROGRAM = [
  process.env['SUDOBOX_BROWSER'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => path !== '' && existsSync(path))

/** Why tests of pages do not run here. */
export const WITHOUT_BROWSER =
  PROGRAM === undefined ? 'did not run: no Chromium is installed (SUDOBOX_BROWSER names one)' : undefined

/** What a page is looked at in. */
export interface Look {
  readonly width: number
  readonly theme: 'light' | 'dark'
}

/** Both widths and both themes; the first two have each of them. */
export const LOOKS: readonly Look[] = [
  { width: 1280, theme: 'light' },
  { width: 400, theme: 'dark' },
  { width: 1280, theme: 'dark' },
  { width: 400, theme: 'light' },
]

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A browser without a network. One for each test file. */
export class TestBrowser {
  readonly #browser: Browser
  /** Errors of pages, and requests beyond their own file. */
  readonly complaints: string[] = []

  private constructor(browser: Browser) {
    this.#browser = browser
  }

  static async start(): Promise<TestBrowser> {
    // A sandbox needs rights that containers do not give.
    const options = { executablePath: PROGRAM!, args: ['--no-sandbox'], timeout: 120_000 }
    return new TestBrowser(await chromium.launch(options))
  }

  /** Opens a page from disk. @param hash where in it */
  open(file: string, look: Look = LOOKS[0]!, hash = ''): Promise<Page> {
    return this.#open(`${pathToFileURL(file).href}${hash}`, look, /^(?:file|data|blob):/)
  }

  /** Opens a page of a server, which may ask that server alone. @param hash where in it */
  openUrl(url: string, look: Look = LOOKS[0]!, hash = ''): Promise<Page> {
    return this.#open(`${url}/${hash}`, look, {
      test: (asked) => asked.startsWith(`${url}/`) || /^(?:data|blob):/.test(asked),
    })
  }

  async #open(
    url: string,
    { width, theme }: Look,
    allowed: { readonly test: (url: string) => boolean },
  ): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: theme,
      offline: url.startsWith('file:'),
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text())
    })
    page.on('requestfailed', (request) => {
      // Pages end what they still ask for when they are closed.
      const why = request.failure()?.errorText ?? ''
      if (why !== 'net::ERR_ABORTED') this.complaints.push(`${why}: ${request.url()}`)
    })
    page.on('request', (request) => {
      if (!allowed.test(request.url())) this.complaints.push(`request of ${request.url()}`)
    })
    try {
      await page.goto(url)
      await page.waitForSelector('h1')
    } catch (cause) {
      const why = [`the page did not load: ${url}`, ...this.complaints]
      throw new Error(why.join('\n'), { cause })
    }
    return page
  }

  async close(): Promise<void> {
    await this.#browser.close()
  }
}

/** Rules of axe about colours: in a theme, only these find anything that was not found in another one of the same width. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong with a page, a line each. @param rules only these */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  return page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
      }
    }
    const { violations } = await axe.run(given)
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    )
  }, options)
}

/** Whether a page is wider than its window. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

/** Shows an open page in another look. */
async function showIn(page: Page, { width, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme: theme })
  // What follows the size of its part of the page has followed after two frames.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
}

/** What axe finds wrong with an open page in each look, and where it is wider than its window, a line each. */
export async function findingsIn(page: Page, looks: readonly Look[] = LOOKS): Promise<readonly string[]> {
  const found: string[] = []
  const widths = new Set<number>()
  for (const look of looks) {
    await showIn(page, look)
    const findings = await axeFindings(page, widths.has(look.width) ? OF_COLOURS : undefined)
    const wide = (await isTooWide(page)) ? ['wider than the window'] : []
    found.push(...[...findings, ...wide].map((line) => `${look.width} px, ${look.theme}: ${line}`))
    widths.add(look.width)
  }
  return found
}

const folder = mkdtempSync(join(tmpdir(), 'sudobox-report-'))

/** A path for a file of a test. */
export const pathOf = (name: string): string => join(folder, name)

/** Writes a file of a test. @returns its path */
export function written(name: string, text: string): string {
  writeFileSync(pathOf(name), text)
  return pathOf(name)
}
