import * as evm from 'sudobox/evm'
import * as explorer from 'sudobox/explorer'
import * as fuzz from 'sudobox/fuzz'
import * as profile from 'sudobox/profile'
import * as replay from 'sudobox/replay'
import * as sandbox from 'sudobox'
import * as server from 'sudobox/server'
import * as vitest from 'sudobox/vitest'
import * as config from 'sudobox/vitest/config'
import * as reporter from 'sudobox/vitest/reporter'
import * as vm from 'sudobox/vm'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

// A name that comes or goes here is a change of the public surface: let it be seen.
test.each(Object.entries({ evm, explorer, fuzz, profile, replay, sandbox, server, vitest, config, reporter, vm }))(
  'the names of %s',
  (_, module) => {
    expect(Object.keys(module).sort()).toMatchSnapshot()
  },
)

test('each entry of the exports map is one of them', () => {
  expect(Object.keys(manifest.exports)).toEqual([
    '.',
    './vitest',
    './vitest/config',
    './vitest/reporter',
    './fuzz',
    './replay',
    './explorer',
    './profile',
    './vm',
    './evm',
    './server',
    './package.json',
  ])
})
