import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { AuditCampaign } from '../../src/cli/audit/short-campaign.js'
import { HtmlAudit } from '../../src/cli/audit/audit-html.js'
import { auditResult } from '../../src/cli/audit/result.js'
import { findingsIn, pathOf, TestBrowser, WITHOUT_BROWSER } from './browser.js'

const FILE = 'contracts/artifacts/ping_pong.wasm'

async function pageOf(name: string, campaign?: AuditCampaign): Promise<string> {
  const releases = { wasmd: '0.60.0' }
  const result = auditResult(FILE, readFileSync(FILE), { kind: undefined, releases })
  await new HtmlAudit(pathOf(name)).write({ ...result, ...(campaign && { campaign }) })
  return pathOf(name)
}

describe.skipIf(WITHOUT_BROWSER)('the report of an audit', () => {
  let browser: TestBrowser
  let page: Page
  beforeAll(async () => {
    browser = await TestBrowser.start()
    const campaign: AuditCampaign = {
      ran: false,
      why: 'found no message that instantiates it',
      details: ['a <detail>'],
    }
    page = await browser.open(await pageOf('audit.html', campaign))
  })
  afterAll(() => browser.close())

  const panel = () => page.getByRole('tabpanel').innerText()

  test('has open advisories with the reason first, and the others closed', async () => {
    expect(await page.locator('.verdict').innerText()).toBe('✗ 3 advisories open, 3 not judged')
    const text = await panel()
    expect(text).toContain('it decides whether a channel may open: exports ibc_channel_open')
    expect(text).toContain('wasmd 0.53.3, 0.54.1, 0.55.1, 0.60.1 and newer')
    expect(text.indexOf('CWA-2025-006')).toBeLessThan(text.indexOf('CWA-2022-004'))
    expect(text).not.toContain('queries between contracts nest')
  })

  test('says why no campaign ran', async () => {
    expect(await page.locator('.run-head').innerText()).toContain(
      'No campaign ran: found no message that instantiates it; a <detail>.',
    )
    expect(await page.getByRole('tab').allInnerTexts()).toHaveLength(2)
  })

  test('has the releases that are safe', async () => {
    await page.getByRole('tab', { name: 'Safe releases' }).click()
    expect(await panel()).toMatch(/wasmd 0\.54\.3, 0\.60\.2, 0\.61\.6 and newer[^]*nolus\s+none/)
  })

  test('is accessible in each look', async () => {
    expect(await findingsIn(page)).toEqual([])
    await page.getByRole('tab', { name: 'Advisories' }).click()
    expect(await findingsIn(page)).toEqual([])
    expect(browser.complaints).toEqual([])
  })
})
