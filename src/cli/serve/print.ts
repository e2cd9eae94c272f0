import { resolve } from 'node:path'
import { onceEach, type Sandbox, type SandboxUrls } from '../../sandbox/internal.js'
import { portHints } from '../options/port-options.js'
import { terminal } from '../output/terminal.js'
import type { OpenAccount, OpenMnemonic } from './accounts.js'
import type { ReadConfig } from './config.js'
import type { ServeFlags } from './flags.js'

/** Addresses of the servers of a chain. */
interface ServedChainUrls extends SandboxUrls {
  readonly faucet?: string
  readonly queryRelayer?: string
}

/** What the command prints when the ports are open. */
export interface Served {
  readonly urls: Readonly<Record<string, ServedChainUrls>>
  /** URL of the explorer. */
  readonly ui: string | undefined
  /** URL of the metrics. */
  readonly metrics: string | undefined
  readonly accounts: readonly OpenAccount[]
  readonly mnemonics: readonly OpenMnemonic[]
  /** Lines printed last. */
  readonly notes: readonly string[]
}

/** Says at once, whatever comes of it, that a file decides: on stderr, since stdout may be read by a program. */
export const printConfiguration = ({ file, members }: ReadConfig): void =>
  console.error(`configuration ${resolve(file)}${members.length > 0 ? `: ${members.join(', ')}` : ''}`)

const heads = (sandbox: Sandbox) =>
  Object.fromEntries(
    Object.entries(sandbox.chains).map(([chain, { chainId, prefix, height, host }]) => [
      chain,
      { chainId, prefix, denom: host.app.denom, height: height.toString() },
    ]),
  )

/** Prints where the chains listen, and who can sign: as a table to read, or as one line of JSON. */
export function printServed(sandbox: Sandbox, served: Served, flags: ServeFlags, color: boolean | undefined): void {
  const { urls, ui, metrics, accounts, mnemonics } = served
  const [chains, channels] = [heads(sandbox), sandbox.parts().channels()]
  if (flags.json) {
    const pages = { ...(ui !== undefined && { ui }), ...(metrics !== undefined && { metrics }) }
    console.log(JSON.stringify({ urls, ...pages, chains, channels, accounts, mnemonics }))
    return
  }
  const { colors } = terminal(color)
  const lines: string[] = []
  for (const [chain, { chainId, prefix, denom, height }] of Object.entries(chains)) {
    lines.push(
      `${colors.bold(chain)}  ${colors.dim(`chain id ${chainId}, prefix ${prefix}, fee coin ${denom}, height ${height}`)}`,
    )
    for (const [name, url] of Object.entries(urls[chain] ?? {})) lines.push(`  ${name.padEnd(6)} ${String(url)}`)
    lines.push('')
  }
  if (ui !== undefined) lines.push(colors.bold('explorer'), `  ${ui}`, '')
  if (metrics !== undefined) lines.push(colors.bold('metrics'), `  ${metrics}`, '')
  if (channels.length > 0) lines.push(colors.bold('channels'))
  for (const { chain, port, channel, connection, counterparty } of onceEach(channels)) {
    const to = [counterparty.chain, `${counterparty.port}/${counterparty.channel}`].filter(Boolean).join(' ')
    lines.push(`  ${chain} ${port}/${channel} to ${to}, on ${connection}`)
  }
  if (channels.length > 0) lines.push('')
  for (const { name, address, privateKey } of accounts)
    lines.push(`${colors.bold(name)} ${address}`, `  ${colors.dim(`private key (for tests only) ${privateKey}`)}`)
  for (const { mnemonic, accounts: derived } of mnemonics) {
    lines.push(
      `${colors.bold('mnemonic')} ${mnemonic}`,
      colors.dim(
        "  HD path m/44'/118'/0'/0/INDEX. These keys are for tests only: anyone who sees this output knows them",
      ),
    )
    for (const { name, addresses, privateKey } of derived)
      lines.push(
        `  ${name} ${Object.values(addresses).join('  ')}`,
        colors.dim(`  ${' '.repeat(name.length)} private key ${privateKey}`),
      )
    lines.push('')
  }
  const hints = ui === undefined ? ['--ui opens the explorer, a page that shows and controls this network.'] : []
  for (const line of [...served.notes, ...portHints(flags), ...hints, 'Press Ctrl-C to stop.'])
    lines.push(colors.dim(line))
  for (const line of lines) console.log(line)
}
