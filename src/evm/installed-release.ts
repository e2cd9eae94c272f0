import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The installed release of `@ethereumjs/evm`. In the published package, which bundles it, the build writes the release here instead. */
export function installedRelease(): string {
  const require = createRequire(import.meta.url)
  let folder = dirname(require.resolve('@ethereumjs/evm'))
  for (;;) {
    try {
      const { name, version } = require(join(folder, 'package.json')) as { name?: string; version?: string }
      if (name === '@ethereumjs/evm' && version !== undefined) return version
    } catch {
      // A folder inside of the package.
    }
    const above = dirname(folder)
    if (above === folder) return 'unknown'
    folder = above
  }
}
