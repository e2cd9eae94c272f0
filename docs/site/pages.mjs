// The pages of the site, in the order of the sidebar: the short name in the list, and the file in the repository.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const doc = (text, name) => ({ text, file: `docs/${name}.md`, page: `${name}.md` })
const repository = (text, file, page) => ({ text, file, page: `repository/${page}.md` })

export const GROUPS = [
  {
    text: 'The first hour',
    pages: [
      doc('1. Start a project', 'init'),
      doc('2. Test a contract', 'guides/testing'),
      doc('3. Reproduce a bug', 'guides/reproducing'),
      doc('4. Search for bugs', 'guides/fuzzing'),
    ],
  },
  {
    text: 'Write tests',
    pages: [
      doc('Recipes', 'cookbook'),
      doc('Build contracts', 'building'),
      doc('Contract types', 'types'),
      doc('TypeScript', 'typescript'),
      doc('Other test runners', 'runners'),
      doc('Replace contracts with doubles', 'doubles'),
      doc('Migrate from another simulator', 'migration'),
      doc('Compare with other tools', 'comparison'),
    ],
  },
  {
    text: 'Chains and networks',
    pages: [
      doc('Configure chains and links', 'chains'),
      doc('Fork a live chain', 'guides/mainnet'),
      doc('Connect your tools', 'guides/tools'),
      doc('Run a local network', 'local-network'),
      doc('Watch a network with Prometheus', 'metrics'),
      doc('Tools that were tried', 'tried-tools'),
      doc('Rehearse an upgrade', 'guides/rehearsing-an-upgrade'),
      doc('Contracts in two languages', 'guides/two-languages'),
      doc('Use EVM clients', 'evm'),
      doc('Add your own modules', 'plugins'),
      doc('Add a kind of chain', 'add-a-chain'),
    ],
  },
  {
    text: 'Look inside',
    pages: [
      doc('Debug a failure', 'debugging'),
      doc('Step through a callback', 'guides/debugging-a-callback'),
      doc('Read reports', 'reports'),
      doc('Use the explorer', 'explorer'),
      doc('Measure Rust coverage', 'coverage'),
      doc('Find out what your tests do not notice', 'guides/mutants'),
      doc('What does this patch change?', 'guides/comparing-builds'),
      doc('Profile gas', 'gas'),
      doc('Comment on pull requests', 'pull-requests'),
      doc('Campaigns', 'guides/campaigns'),
      doc('Run campaigns on many machines', 'cluster'),
    ],
  },
  {
    text: 'Reference',
    pages: [
      doc('Command line', 'cli'),
      doc('Fixtures and matchers', 'matchers'),
      doc('Scenario files', 'fixtures'),
      doc('Outcomes of actions', 'outcomes'),
      doc('Releases', 'releases'),
      doc('Advisories', 'advisories'),
      doc('EVM methods', 'evm-methods'),
      doc('Differences from the chain', 'differences'),
      doc('Security', 'security'),
      doc('Measured figures', 'figures'),
    ],
  },
  {
    text: 'The repository',
    collapsed: true,
    pages: [
      repository('Architecture', 'ARCHITECTURE.md', 'architecture'),
      repository('Contributing', 'CONTRIBUTING.md', 'contributing'),
      doc('Mutation testing', 'mutants'),
      repository('Golden stories', 'fixtures/golden-stories/README.md', 'golden-stories'),
      repository('Recordings of Nolus', 'reference/nolus/README.md', 'nolus'),
      repository('Recordings of the Cosmos Hub', 'reference/gaia/README.md', 'cosmoshub'),
      repository('Recordings of cosmos/evm', 'reference/evmd/README.md', 'evmd'),
      repository('Changelog', 'CHANGELOG.md', 'changelog'),
    ],
  },
]

/** The page of each file. The README's place is the home page. */
export const PAGES = new Map([
  ['README.md', 'index.md'],
  ...GROUPS.flatMap(({ pages }) => pages.map(({ file, page }) => [file, page])),
])

const missing = ['docs', 'docs/guides'].flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`)
    .map((name) => `${folder}/${name}`)
    .filter((file) => file.endsWith('.md') && !PAGES.has(file)),
)
if (missing.length > 0) throw new Error(`no group of docs/site/pages.mjs has ${missing.join(', ')}`)
