import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { GasReporterOptions } from 'sudobox/vitest/reporter'
import type { Reporter, Vitest } from 'vitest/node'
import { ROOT, spawnedAt } from './command.js'

/** The package as a build leaves it that ended before it wrote the pages. */
const folder = mkdtempSync(join(tmpdir(), 'without-pages-'))
afterAll(() => rmSync(folder, { recursive: true }))
cpSync(join(ROOT, 'dist'), join(folder, 'dist'), {
  recursive: true,
  filter: (path) => path !== join(ROOT, 'dist/ui') && !path.endsWith('.d.ts'),
})
cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))

const main = join(folder, 'dist/cli/main.js')
const out = (name: string): string => join(folder, name)
const demo = 'fixtures/scenarios/first-light.yaml'

test.concurrent.for([
  ['replay', 'report', [demo, '--html', out('a.html'), '--coverage-dir', out('coverage')]],
  ['replay', 'profile', [demo, '--gas-profile', out('b.html')]],
  [
    'fuzz',
    'report',
    ['fixtures/campaigns/remote-vault.json', '--sequences', '1', '--html', out('c.html'), '--junit', out('junit.xml')],
  ],
] as const)('sudobox %s asks for the page %s before it runs anything', async ([command, page, args]) => {
  const { code, stdout, stderr } = await spawnedAt(main, command, ...args)
  expect(stderr).toContain(`the page ${page}.html is missing from the package`)
  expect(stderr).toContain('right: npm run build')
  expect(stdout).toBe('')
  expect(code).toBe(2)
  expect(['coverage', 'junit.xml'].filter((name) => existsSync(out(name)))).toEqual([])
})

test('the reporter of Vitest asks for its page before the tests run', async () => {
  const { GasReporter } = (await import(pathToFileURL(join(folder, 'dist/vitest/reporter.js')).href)) as {
    readonly GasReporter: new (options?: GasReporterOptions) => Reporter
  }
  const vitest = { config: { root: folder }, onClose: () => undefined } as unknown as Vitest
  expect(() => new GasReporter({ html: out('d.html') }).onInit!(vitest)).toThrow('the page report.html is missing')
  expect(() => new GasReporter().onInit!(vitest)).not.toThrow()
})
