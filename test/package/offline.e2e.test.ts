// Where no registry answers, tests that install the package fail, and say how to skip them.
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '../free-port.js'
import { emptyFolder, install } from './packed.js'

afterEach(() => void vi.unstubAllEnvs())

test('an installation without a registry fails, and names the switch', async () => {
  const folder = emptyFolder()
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${await freePort()}`)
  vi.stubEnv('npm_config_cache', join(folder, 'cache'))
  await expect(install(folder, { dependencies: { sudobox: '0.1.0' } })).rejects.toThrow(
    /ECONNREFUSED[^]*Without a registry: SUDOBOX_OFFLINE=1/,
  )
})
