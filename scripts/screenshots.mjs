// Takes the pictures of the pages, `docs/images/*.png`: `npm run screenshots`, after a build, with a Chromium (SUDOBOX_BROWSER names one). The campaign is a short one of
// the contract with a planted bug.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { openExplorer } from './screenshots/explorer.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const IMAGES = join(ROOT, 'docs/images')
const folder = mkdtempSync(join(tmpdir(), 'sudobox-screenshots-'))

/** @param cwd pages show the paths that they are given */
function sudobox(cwd, ...args) {
  try {
    execFileSync(process.execPath, [join(ROOT, 'dist/cli/main.js'), ...args], { cwd, stdio: 'pipe' })
  } catch (error) {
    // 1: a failure was found, as expected.
    if (error.status !== 1) throw error
  }
}

/** Reports of the demo, of a campaign, and of what it finds. */
function reports() {
  const demo = join(folder, 'demo.html')
  sudobox(ROOT, 'replay', 'fixtures/scenarios/first-light.yaml', '--html', demo, '--quiet')
  const gas = join(folder, 'gas.html')
  sudobox(ROOT, 'replay', 'fixtures/scenarios/first-light.yaml', '--gas-profile', gas, '--quiet')
  const lines = join(folder, 'lines.html')
  sudobox(ROOT, 'replay', 'fixtures/scenarios/failing-timeout.yaml', '--html', lines, '--quiet')
  const packets = join(folder, 'packets.html')
  sudobox(ROOT, 'replay', 'fixtures/scenarios/packets.yaml', '--html', packets, '--quiet')
  const given = readFileSync(join(ROOT, 'fixtures/campaigns/remote-vault.json'), 'utf8')
  const faulty = given.replaceAll('remote_vault.wasm', 'remote_vault_p1.wasm').replaceAll('../../', ROOT)
  writeFileSync(join(folder, 'vault.json'), faulty)
  const budget = ['--sequences', '6', '--seed', '5', '--workers', '1', '--found', 'found']
  sudobox(folder, 'fuzz', 'vault.json', '--trust', ...budget, '--html', 'campaign.html', '--quiet')
  const [found] = readdirSync(join(folder, 'found'))
  sudobox(folder, 'replay', `found/${found}`, '--trust', '--html', 'finding.html', '--quiet')
  return { demo, gas, lines, packets, campaign: join(folder, 'campaign.html'), finding: join(folder, 'finding.html') }
}

const { demo, gas, lines, packets, campaign, finding } = reports()
const PICTURES = [
  {
    name: 'report-callbacks',
    file: demo,
    hash: '#run=0&tab=timeline&row=22',
    width: 1280,
    height: 760,
    theme: 'light',
  },
  {
    name: 'report-packets',
    file: packets,
    hash: '#run=0&tab=timeline&row=12',
    width: 1280,
    height: 760,
    theme: 'dark',
  },
  {
    name: 'report-lines',
    file: lines,
    hash: '#run=0&tab=timeline&row=3',
    scrollTo: '.lines-view',
    width: 1280,
    height: 900,
    theme: 'light',
  },
  {
    name: 'report-lines-narrow',
    file: lines,
    hash: '#run=0&tab=timeline&row=3',
    scrollTo: '.lines-view',
    width: 400,
    height: 800,
    theme: 'dark',
  },
  { name: 'gas-profile', file: gas, hash: '', width: 1280, height: 760, theme: 'light' },
  { name: 'report-finding', file: finding, hash: '#run=0&tab=finding', width: 1100, height: 900, theme: 'light' },
  { name: 'report-campaign', file: campaign, hash: '#tab=contracts', width: 1100, height: 720, theme: 'light' },
  { name: 'report-narrow', file: packets, hash: '#run=0&tab=timeline', width: 400, height: 760, theme: 'light' },
]
/** Pictures of the explorer: `file` is its URL. */
const explorer = await openExplorer(ROOT)
const contract = (address) => `#tab=contracts&chain=neutron&address=${address}`
PICTURES.push(
  ...[
    {
      name: 'explorer-activity',
      hash: '#tab=activity',
      click: /timeout of packet 1/,
      width: 1280,
      height: 760,
      theme: 'light',
    },
    { name: 'explorer-call', hash: contract(explorer.lab), width: 1100, height: 1040, theme: 'light' },
    { name: 'explorer-state', hash: `${contract(explorer.token)}&part=state`, width: 1100, height: 760, theme: 'dark' },
    { name: 'explorer-packets', hash: '#tab=packets', width: 1100, height: 720, theme: 'light' },
    { name: 'explorer-failures', hash: '#tab=failures', width: 400, height: 600, theme: 'dark' },
  ].map((picture) => ({ ...picture, url: `${explorer.ui}/${picture.hash}` })),
)
const browser = await chromium.launch({
  executablePath: process.env.SUDOBOX_BROWSER ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  mkdirSync(IMAGES, { recursive: true })
  for (const { name, file, url, hash, click, scrollTo, width, height, theme } of PICTURES) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' })
    await page.goto(url ?? pathToFileURL(file).href + hash)
    await page.waitForSelector('h1')
    if (click !== undefined) await page.getByRole('option', { name: click }).click()
    if (scrollTo !== undefined)
      await page
        .locator(scrollTo)
        .first()
        .evaluate((part) => part.scrollIntoView({ block: 'start' }))
    await page.waitForTimeout(500)
    const path = join(IMAGES, `${name}.png`)
    await page.screenshot({ path })
    await page.close()
    console.log(`${path} (${Math.ceil(statSync(path).size / 1000)} kB)`)
  }
} finally {
  await browser.close()
  await explorer.close()
  rmSync(folder, { recursive: true, force: true })
}
