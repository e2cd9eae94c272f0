import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from 'sarif'
import { afterAll, expect, test } from 'vitest'
import { ROOT, spawned, spawnedIn } from './command.js'

const scratch = mkdtempSync(join(tmpdir(), 'sudobox-audit-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const artifact = (name: string) => join(ROOT, 'contracts/artifacts', `${name}.wasm`)

interface Campaign {
  readonly ran: boolean
  readonly why?: string
  readonly file: string
  readonly findings: readonly { readonly invariant: string; readonly level: string; readonly file: string | null }[]
}
const campaignIn = (stdout: string) => (JSON.parse(stdout) as { readonly campaign: Campaign }).campaign

test('a short campaign finds a planted bug: its fixture replays it, all reports have it, and the command ends with 1', async () => {
  const [sarif, html] = [join(scratch, 'a.sarif'), join(scratch, 'a.html')]
  const args = [
    '--campaign',
    '40',
    '--workers',
    '2',
    '--seed',
    '3',
    '--kind',
    'neutron',
    '--sarif',
    sarif,
    '--html',
    html,
  ]
  const { code, stdout, stderr } = await spawnedIn(scratch, 'audit', artifact('courier_lock'), ...args, '--json')
  expect(stderr).not.toContain('error')
  const { ran, file, findings } = campaignIn(stdout)
  expect({ code, ran, file }).toEqual({ code: 1, ran: true, file: 'audit/courier_lock/campaign.yaml' })
  const [found] = findings.filter(({ level }) => level === 'error')
  expect(found!.file).toMatch(/^audit\/courier_lock\/found\//)
  expect(readdirSync(join(scratch, 'audit/courier_lock/found')).length).toBeGreaterThan(0)
  const replayed = await spawnedIn(scratch, 'replay', found!.file!, '--trust')
  expect([replayed.code, replayed.stdout]).toEqual([1, expect.stringContaining(found!.invariant)])
  const { runs } = JSON.parse(readFileSync(sarif, 'utf8')) as Log
  expect(runs.map(({ automationDetails }) => automationDetails!.id)).toEqual([
    'sudobox/audit/',
    'sudobox/courier_lock/',
  ])
  expect(runs[1]!.results!.map(({ ruleId }) => ruleId)).toContain(found!.invariant)
  expect(readFileSync(html, 'utf8')).toContain('<title>')
}, 180_000)

test('a contract for which no campaign can begin says why, and the rest of the report stands', async () => {
  const module = join(ROOT, 'fixtures/vm/native/modules/host.wasm')
  const { code, stdout } = await spawned('audit', module, '--out', join(scratch, 'none'), '--wasmd', '0.23.0')
  expect(stdout).toContain('CWA-2022-004')
  expect(stdout).toMatch(/no campaign \S.*/)
  expect(code).toBe(1)
}, 120_000)

test('a campaign of the user is run in place of one that is written', async () => {
  const args = [
    '--config',
    'audit/courier_lock/campaign.yaml',
    '--trust',
    '--out',
    'mine',
    '--campaign',
    '25',
    '--seed',
    '3',
  ]
  const { code, stdout } = await spawnedIn(scratch, 'audit', artifact('courier_lock'), ...args)
  expect(stdout).not.toContain('its schema')
  expect(stdout).toMatch(/sudobox replay mine\/found\/courier-lock-I13-\w+\.json --trust/)
  expect(code).toBe(1)
  expect(readdirSync(join(scratch, 'mine'))).toEqual(['found'])
}, 120_000)

test('a campaign of the user that is none ends the command with 2', async () => {
  const config = join(ROOT, 'fixtures/campaigns/none.yaml')
  const { code, stderr } = await spawned(
    'audit',
    artifact('cw4_group'),
    '--config',
    config,
    '--out',
    join(scratch, 'x'),
  )
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('none.yaml') as unknown })
}, 60_000)
