// Writes docs/evm-methods.md, the reference of the EVM's JSON-RPC, from the table of its methods.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PROFILES = ['functional', 'documented', 'cosmos-evm']

const HEAD = `# Look up a JSON-RPC method of the EVM

Every method that \`sudobox evm\` and \`createEvmNode()\` answer, from the table that dispatches them (\`src/evm/rpc\`). This page is
written by \`node scripts/evm-methods.mjs\`.

- *Status* is that of the specification's section 4.1 (\`Y\` functional, \`Stub\` a constant, \`N\` absent); \`-\` is a method that it does not name.
- *Profiles*: \`f\` functional (the default, where every method works), \`d\` documented (as the specification says), \`c\` cosmos-evm (as that node
  does today). A method that a profile lacks is error -32601.
- *Private* methods change something without a signature, or reveal information about the node. A port that has a token requires it (\`Authorization: Bearer …\`);
  one that has none answers them on loopback only. In the profile \`documented\` all of \`personal\` and \`debug\` are private, on loopback too.
- *Host* marks methods that touch the machine: files, ports, peers, profiles, the process, the installed compiler. What comes from a file (a
  fixture, a campaign) may not call them; see [security](security.md).
- Files are written and read below \`dataDir\` only; absolute paths, \`..\` and links are refused, and so is everything without a \`dataDir\`.
- With \`--keep-blocks N\` (\`keepBlocks: N\`, at least 256) only the newest blocks stay readable, with their receipts, logs and states, and memory stays flat.
  A method that needs an older block fails with error 4444, \`pruned history unavailable\`, as go-ethereum's; an older transaction or hash is unknown; the genesis stays, without its state.
- In place of the figures of Go's runtime, the methods of \`debug\` return their nearest equivalents in V8, which each names.
- Without a meaning here, and error -32601 in every profile: \`shh_*\`, \`les_*\`, \`clique_*\`, \`db_*\`, \`engine_*\`, \`eth_getWork\`, \`eth_submitWork\`,
  \`eth_submitHashrate\`, \`eth_compileLLL\`, \`eth_compileSerpent\`, \`admin_sleepBlocks\`, \`admin_clearPeerBanList\`, \`admin_listPeerBanList\`.
`

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** The page. `methodsOf` gives the methods of a profile with these namespaces. */
export function render(methods, methodsOf) {
  const namespaces = [...new Set(methods.map(({ namespace }) => namespace))].sort((a, b) => (a < b ? -1 : 1))
  const has = Object.fromEntries(
    PROFILES.map((profile) => [
      profile,
      new Map(methodsOf({ profile, namespaces, testing: true }).map((method) => [method.name, method])),
    ]),
  )
  const row = ({ name, params, status, access, touchesHost, doc }) => {
    const given = params.map((param) => (param.fallback === undefined ? param.name : `${param.name}?`)).join(', ')
    const profiles = PROFILES.filter((profile) => has[profile].has(name)).map((profile) => profile[0])
    const cells = [
      `\`${name}\``,
      given,
      status === 'none' ? '-' : status,
      profiles.join(' '),
      access === 'private' ? 'yes' : '',
      touchesHost ? 'yes' : '',
      doc,
    ]
    return `| ${cells.map(cell).join(' | ')} |`
  }
  const section = (namespace) => {
    const rows = methods.filter((method) => method.namespace === namespace).sort((a, b) => (a.name < b.name ? -1 : 1))
    return [
      `## ${namespace}`,
      '',
      '| Method | Parameters | Status | Profiles | Private | Host | What it does |',
      '|---|---|---|---|---|---|---|',
      ...rows.map(row),
      '',
    ].join('\n')
  }
  return `${HEAD}\n${namespaces.map(section).join('\n')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { sources } = await import('./source.mjs')
  const [{ METHODS }, { methodsOf }] = await sources('evm/rpc/methods/all', 'evm/rpc/profiles/profiles')
  writeFileSync(new URL('../docs/evm-methods.md', import.meta.url), render(METHODS, methodsOf))
}
