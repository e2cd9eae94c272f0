import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { warningOfCode } from '../../src/fuzz/campaign-file.js'
import { rows, Scene } from '../hostile/scene.js'
import { sudobox } from './command.js'

const scene = new Scene()
afterAll(() => rmSync(scene.root, { recursive: true, force: true }))
const place = (name: string): string => scene.place(rows.find(({ file }) => file === name)!)

const files = {
  dataDir: place('methods/data-dir.yaml'),
  startHttp: place('methods/start-http.yaml'),
  memo: place('values/memo.yaml'),
  campaign: place('campaigns/both.yaml'),
  finding: place('findings/module.json'),
  script: place('others/script.json'),
}
const before = scene.contents()

test.for([
  ['replay', '/options/evm/dataDir', [files.dataDir]],
  ['serve', '/steps/0/do/method', [files.startHttp, '--free-ports']],
  ['query', '/steps/1/do/memo', ['contractmanager', 'params', '--fixture', files.memo]],
  ['fuzz', '/found', [files.campaign, '--sequences', '1', '--workers', '1']],
  ['shrink', '/campaign/file', [files.finding]],
  ['vm', '/wasm', [files.script]],
] as const)('sudobox %s refuses what the file wants at %s', async ([command, pointer, args]) => {
  const { code, stdout, stderr } = await sudobox(command, ...args)
  const file = args.find((arg) => arg.startsWith('/'))!
  expect(stderr).toContain(`${file}#${pointer}: `)
  expect(stderr).toContain('--trust')
  expect(stderr).not.toContain('bug in Sudobox')
  expect(stdout).not.toContain('http://')
  expect(code).toBe(2)
  expect(scene.contents()).toEqual(before)
})

test('--trust allows it', async () => {
  expect(await sudobox('replay', '--quiet', '--trust', files.memo)).toMatchObject({ code: 0 })
})

test('a module from outside the working directory is announced before it runs', async () => {
  const module = join(dirname(files.finding), 'evil.mjs')
  const { stderr } = await sudobox('fuzz', module, '--sequences', '1', '--workers', '1')
  expect(stderr.split('\n')[0]).toBe(`${module} is a module outside the working directory: its code runs now`)
  expect(existsSync(join(dirname(module), 'ran'))).toBe(true)
  expect(warningOfCode('campaigns/mine.mjs')).toBeUndefined()
  expect(warningOfCode(files.campaign)).toBeUndefined()
})

test('--update replaces a link and leaves its target alone', async () => {
  const target = join(scene.home, 'target.yaml')
  const link = join(scene.cwd, 'link.yaml')
  writeFileSync(target, 'sudobox: 1\ntitle: x\nsteps:\n  - do: { action: block }\n    expect: { height: 99 }\n')
  const text = readFileSync(target, 'utf8')
  symlinkSync(target, link)
  expect(await sudobox('replay', '--quiet', '--update', link)).toMatchObject({ code: 0 })
  expect(readFileSync(target, 'utf8')).toBe(text)
  expect(lstatSync(link).isSymbolicLink()).toBe(false)
  expect(readFileSync(link, 'utf8')).not.toBe(text)
})
