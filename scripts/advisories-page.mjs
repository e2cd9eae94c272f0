// Writes docs/advisories.md, the published advisories of the stack under contracts, from the table that `sudobox audit` uses.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const HEAD = `# Find out which advisories concern a contract

Published advisories of the contract VM, wasmd, ibc-go and the crates that contracts are built with: which releases have the fault, and what a contract, or who
sends to it, sees before and after the patch. This page is written by \`node scripts/advisories-page.mjs\`, from the table that \`sudobox audit\` uses.

\`\`\`sh
sudobox audit CONTRACT.wasm --kind neutron
sudobox audit CONTRACT.wasm --wasmvm 2.1.2 --wasmd 0.54.0
\`\`\`

reads the file for what advisories are about: exports, imports, messages and queries that it names, and the crates that it was built with. For each advisory that concerns
the contract it says why, whether it is open on the chain with these releases, and the first releases that are safe; then which releases have the patches of all of them,
and which kinds of chains. \`--kind\` names a chain by its kind, whose releases are known ([kinds](chains.md)); \`--wasmvm\` and \`--wasmd\` name others. Without any, only the crates are judged, and
the rest is listed.

A name in the file shows what the contract can do, not that it does it. Advisories of releases of wasmvm before 1.5 are left out, since Sudobox does not run them.

## The campaign of an audit

Then a campaign of 30 seconds searches the contract: \`--campaign SECONDS\` gives it more, \`--no-campaign\` leaves it out. It is that of \`sudobox fuzz CONTRACT.wasm\`
([guide](guides/fuzzing.md)), on a chain of kind \`neutron\` with the contract VM of the chain that was named. The campaign is written to \`audit/NAME/campaign.yaml\`, and each finding to a fixture in
\`audit/NAME/found\` (\`--out FOLDER\`). The next audit runs the campaign that is there, with the exceptions and the claims that you have added; delete it when the messages of the contract have changed.
\`--config FILE\` runs a campaign of yours. If no campaign can begin, for instance because the contract needs others, the report says why.

\`--html FILE\` writes a report as one HTML file, with the timelines of the findings; \`--sarif FILE\` is for code scanning: open advisories are warnings, those that were not judged notes, and findings
have the level of the campaign. \`--json\` prints all of it. The exit code is 1 if an advisory is open or the campaign found something.

To see what a patch changes for a contract, run its tests with what "Shown here" names: with both releases of the contract VM,
\`createSandbox({ chains: { neutron: { vm: '2.2.0' } } })\`, or on a chain that lacks the patch, \`createSandbox({ chains: { hub: { unpatched: ['CWA-2025-006'] } } })\`. An
upgrade of that chain to another release brings the patches.

What is published of callbacks to contracts in Solidity is [at the end](#faults-of-callbacks-on-chains-of-kind-evmd): \`sudobox audit\` reads files of CosmWasm contracts alone.
`

const PULLS = 'https://github.com/cosmos/evm/pull'
const EVM_FAULTS = `## Faults of callbacks on chains of kind evmd

Five faults of the layer of cosmos/evm that calls contracts in Solidity back are published without an advisory. v0.6 has them, also in v0.6.3; v0.7 has the patches of four. A chain of kind
\`evmd\` does what v0.7.3 does, and with \`createSandbox({ chains: { evm: { kind: 'evmd', unpatched: ['cosmos/evm#965'] } } })\` what v0.6.0 does, as recorded from both.

| fault | without the patch | with it |
|---|---|---|
| [\`cosmos/evm#965\`](${PULLS}/965) | a timeout pays for its callback twice: one whose limit is less than twice its gas fails, and the contract does not learn of its refund | it pays once |
| [\`cosmos/evm#992\`](${PULLS}/992) | a callback runs with 25,000,000 gas, whatever its limit. More than the limit fails it afterwards, unless the rest is refunded. A relayer with too little gas fails alone, and the packet can be delivered again | it runs with its limit. With a relayer who has too little gas it fails for good |
| [\`cosmos/evm#993\`](${PULLS}/993) | a packet of anybody can have any contract called, in the name of the sender | a packet has its sender called, and no one else |
| [\`cosmos/evm#1061\`](${PULLS}/1061) | a callback can send another packet | the transfer reverts, and with it the callback, unless the contract catches it |

The fifth, [issue 759](https://github.com/cosmos/evm/issues/759), has no patch: the documentation of v0.6 says that the module of IBC calls, but \`msg.sender\` is the sender of the packet. Since #993 that is
the contract itself. A contract that refuses every caller but itself is safe on both. One that refuses nobody can be called by everybody on any release; with #993 unpatched, one that trusts
another contract is called by whoever chooses the memo of that one's packets.
`

const VERBS = { exports: 'exports', imports: 'imports', messages: 'names', queries: 'names', variants: 'names' }
const concernText = (concern) => {
  switch (concern.by) {
    case 'nothing':
      return `no contract: ${concern.why}`
    case 'any call':
      return `every contract: it ${concern.why}`
    case 'crate':
      return `a contract that ${concern.why}, and names it`
    default:
      return `a contract that ${concern.why}: it ${VERBS[concern.by]} ${oneOf(concern.names)}`
  }
}
const oneOf = (names) => {
  if (names.includes('/')) return 'any'
  return `${names.length > 1 ? 'one of ' : ''}${names.map((name) => `\`${name}${/[./]$/.test(name) ? '…' : ''}\``).join(', ')}`
}
const shownText = ({ id, component, shown }) => {
  switch (shown.with) {
    case 'vm':
      return `by \`vm: '${shown.before}'\` and \`vm: '${shown.after}'\``
    case 'unpatched':
      return `by \`unpatched: ['${id}']\`, as recorded from ${component} ${shown.before}; without it, as from ${shown.after}`
    default:
      return `no: ${shown.why}`
  }
}

/** The page. */
export function render(advisories) {
  return [
    HEAD,
    ...advisories.flatMap(({ id, title, url, severity, component, affected, before, after, concern, shown }) => [
      `## ${id}`,
      '',
      `[${title}](${url}), ${severity}.`,
      '',
      `- **Releases:** ${component} ${affected.since === undefined ? '' : `from ${affected.since} `}up to the patched ${affected.patched.join(', ')}.`,
      `- **Before:** ${before}.`,
      `- **After:** ${after}.`,
      `- **Concerns:** ${concernText(concern)}.`,
      `- **Shown here:** ${shownText({ id, component, shown })}.`,
      '',
    ]),
    EVM_FAULTS,
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { sources } = await import('./source.mjs')
  const [{ ADVISORIES }] = await sources('audit/index')
  writeFileSync(new URL('../docs/advisories.md', import.meta.url), render(ADVISORIES))
}
