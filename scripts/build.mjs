// Builds `dist`: the entry points of the package with all but a few of its dependencies in them, their declarations, the pages of reports, and the
// licences of what is in them. `npm run build`
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { bundle } from './build/bundle.mjs'
import { writeLicences } from './build/licences.mjs'
import { writePages } from './build/pages.mjs'
import { DECLARED, writeDeclarations } from './build/declarations.mjs'
import { DIST } from './build/package.mjs'

const COMPILE = ['tsc', '-p', 'tsconfig.build.json', '--outDir', DECLARED]

const declare = () =>
  promisify(execFile)('npx', [...COMPILE, '--tsBuildInfoFile', `${DECLARED}/.tsbuildinfo`]).catch(
    ({ stdout, stderr }) => {
      console.error(`${stdout}${stderr}`)
      process.exit(1)
    },
  )

const [bundled] = await Promise.all([bundle(), declare()])
const declared = writeDeclarations()
const pages = await writePages()
writeLicences([...bundled, ...declared, ...pages], DIST)
