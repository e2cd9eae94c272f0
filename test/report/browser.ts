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

/** Each theme and each width once: colours do not depend on the width, nor places on the theme. */
export const LOOKS: readonly Look[] = [
  { width: 1280, theme: 'light' },
  { width: 400, theme: 'dark' },
]

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Errors of pages, and requests beyond their own file or server, go to the test file that has the page. */
interface Tab {
  readonly page: Page
  complaints: string[]
  isAllowed: (url: string) => boolean
}

/** One Chromium for all test files of a process: its start takes a second, and what it has compiled is there for the next page. It ends with the process. */
let started: Promise<Browser> | undefined

/** Pages that nobody looks at any more; the next one to be opened takes one of them, since a new one is a new process. */
const unused: { readonly local: Tab[]; readonly served: Tab[] } = { local: [], served: [] }

async function newTab(browser: Browser, isLocal: boolean): Promise<Tab> {
  const context = await browser.newContext({ offline: isLocal, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const tab: Tab = { page, complaints: [], isAllowed: () => true }
  page.on('pageerror', (error) => tab.complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') tab.complaints.push(message.text())
  })
  page.on('requestfailed', (request) => {
    // Pages end what they still ask for when they are closed.
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') tab.complaints.push(`${why}: ${request.url()}`)
  })
  page.on('request', (request) => {
    if (!tab.isAllowed(request.url())) tab.complaints.push(`request of ${request.url()}`)
  })
  return tab
}

/** A browser without a network. One for each test file. */
export class TestBrowser {
  readonly #browser: Browser
  readonly #tabs: Tab[] = []
  /** Errors of pages, and requests beyond their own file. */
  readonly complaints: string[] = []

  private constructor(browser: Browser) {
    this.#browser = browser
  }

  static async start(): Promise<TestBrowser> {
    // A sandbox needs rights that containers do not give.
    started ??= chromium.launch({ executablePath: PROGRAM!, args: ['--no-sandbox'], timeout: 120_000 })
    return new TestBrowser(await started)
  }

  /** Opens a page from disk. @param hash where in it */
  open(file: string, look: Look = LOOKS[0]!, hash = ''): Promise<Page> {
    return this.#open(`${pathToFileURL(file).href}${hash}`, look, (asked) => /^(?:file|data|blob|about):/.test(asked))
  }

  /** Opens a page of a server, which may ask that server alone. @param hash where in it */
  openUrl(url: string, look: Look = LOOKS[0]!, hash = ''): Promise<Page> {
    return this.#open(
      `${url}/${hash}`,
      look,
      (asked) => asked.startsWith(`${url}/`) || /^(?:data|blob|about):/.test(asked),
    )
  }

  async #open(url: string, { width, theme }: Look, isAllowed: (url: string) => boolean): Promise<Page> {
    const isLocal = url.startsWith('file:')
    const tab = unused[isLocal ? 'local' : 'served'].pop() ?? (await newTab(this.#browser, isLocal))
    this.#tabs.push(Object.assign(tab, { complaints: this.complaints, isAllowed }))
    const { page } = tab
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: theme })
    try {
      await page.goto(url)
      await page.waitForSelector('h1')
    } catch (cause) {
      const why = [`the page did not load: ${url}`, ...this.complaints]
      throw new Error(why.join('\n'), { cause })
    }
    return page
  }

  /** Leaves a page, and forgets what it stored. */
  async leave(page: Page): Promise<void> {
    const [tab] = this.#tabs.splice(
      this.#tabs.findIndex((tab) => tab.page === page),
      1,
    )
    const isLocal = page.url().startsWith('file:')
    await page.evaluate('localStorage.clear(), sessionStorage.clear()')
    await page.goto('about:blank')
    unused[isLocal ? 'local' : 'served'].push(tab!)
  }

  /** Closes the pages that are still open. */
  async close(): Promise<void> {
    await Promise.all(this.#tabs.splice(0).map(({ page }) => page.context().close()))
  }
}

/** What axe finds wrong with a page, a line each. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
      }
    }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    )
  })
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
  for (const look of looks) {
    await showIn(page, look)
    const findings = await axeFindings(page)
    const wide = (await isTooWide(page)) ? ['wider than the window'] : []
    found.push(...[...findings, ...wide].map((line) => `${look.width} px, ${look.theme}: ${line}`))
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
