// The explorer with many transactions: when its list appears, and how smoothly it scrolls.
import { chromium } from 'playwright-core'
import { Explorer } from '../../dist/explorer/index.js'
import { createSandbox } from '../../dist/sandbox/index.js'

const TRANSACTIONS = 50_000
const FRAMES = 300

/** Runs in the page: frames while the list scrolls by one window each, and what the page holds meanwhile. */
function scrolled(count) {
  const list = document.querySelector('.timeline-rows')
  return new Promise((resolve) => {
    const frames = []
    let rows = 0
    let last = performance.now()
    const step = (now) => {
      frames.push(now - last)
      last = now
      rows = Math.max(rows, list.querySelectorAll('[role=option]').length)
      if (frames.length > count) return resolve({ frames: frames.slice(1), rows })
      list.scrollTop += list.clientHeight
      requestAnimationFrame(step)
    }
    list.scrollTop = 0
    requestAnimationFrame(step)
  })
}

/** Runs in the page: milliseconds until rows are there where the list was moved to. */
function jumped(part) {
  const list = document.querySelector('.timeline-rows')
  const begun = performance.now()
  list.scrollTop = (list.scrollHeight - list.clientHeight) * part
  return new Promise((resolve) => {
    const look = () => {
      const shown = [...list.querySelectorAll('[role=option]')]
      const isThere = shown.length > 0 && shown.every((row) => row.querySelector('.row-name'))
      if (performance.now() - begun > 20 && isThere) resolve(performance.now() - begun)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

const within = (values, share) => Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)])

/** @param row prints a row of the table */
export async function explorerFigures(row) {
  const sandbox = createSandbox()
  const browser = await chromium.launch({
    executablePath: process.env.SUDOBOX_BROWSER ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const { neutron } = sandbox.chains
    neutron.account('alice', '1000000000untrn')
    const to = neutron.account('bob').address
    const messages = [{ send: { to, amount: '1untrn' } }]
    await sandbox.repeat(TRANSACTIONS, { action: 'tx', chain: 'neutron', from: 'alice', messages })
    const { url: ui } = await new Explorer(sandbox).serve()
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const begun = performance.now()
    await page.goto(ui)
    await page.locator('.timeline-rows .row-name').first().waitFor()
    const rows = Number(await page.locator('.timeline-rows [role=option]').first().getAttribute('aria-setsize'))
    const opened = (performance.now() - begun) / 1000
    row(`from the request to the first of ${rows.toLocaleString('en')} rows`, `${opened.toFixed(1)} s`)
    const jump = await page.evaluate(jumped, 0.5)
    row('a jump to the middle of the list, until its rows are there', `${Math.round(jump)} ms`)
    const { frames, rows: held } = await page.evaluate(scrolled, FRAMES)
    row(
      `a frame while the list scrolls one window a frame, ${FRAMES} frames`,
      `${within(frames, 0.5)} ms in the median, ${within(frames, 0.95)} ms in 95 of 100, ${within(frames, 1 - 1 / FRAMES)} ms at most`,
    )
    row('rows of the list that the page holds meanwhile', `at most ${held}`)
  } finally {
    await browser.close()
    await sandbox.close()
  }
}
