import { DirectSecp256k1HdWallet, DirectSecp256k1Wallet, type OfflineDirectSigner } from '@cosmjs/proto-signing'
import { parse } from 'yaml'
import { z } from 'zod'
import { fromUtf8, readNamed, UsageError } from '../../base/index.js'

/** Accounts and their keys, as printed by `sudobox serve --json`, or written by hand in YAML or JSON. */
const KEYRING = z.object({
  accounts: z.array(
    z.union([
      z.object({ name: z.string(), privateKey: z.string().regex(/^[0-9a-fA-F]{64}$/, '64 hex digits') }),
      z.object({ name: z.string(), mnemonic: z.string() }),
    ]),
  ),
})

/**
 * The key of an account.
 * @param from its name or address
 * @throws UsageError for a file that is not a keyring, or a keyring without the account
 */
export async function signerOf(file: string, from: string, prefix: string): Promise<OfflineDirectSigner> {
  const { accounts } = read(file)
  for (const account of accounts) {
    const wallet =
      'mnemonic' in account
        ? await DirectSecp256k1HdWallet.fromMnemonic(account.mnemonic, { prefix })
        : await DirectSecp256k1Wallet.fromKey(Uint8Array.from(Buffer.from(account.privateKey, 'hex')), prefix)
    const [key] = await wallet.getAccounts()
    if (account.name === from || key?.address === from) return wallet
  }
  throw new UsageError(`${file} has no key for ${from}`, {
    details: [`it has keys for: ${accounts.map(({ name }) => name).join(', ')}`],
  })
}

function read(file: string): z.infer<typeof KEYRING> {
  const text = fromUtf8(readNamed(file, 'the keyring'))
  let content: unknown
  try {
    content = parse(text)
  } catch (error) {
    throw new UsageError(`the keyring ${file} cannot be read`, { cause: error, details: [String(error)] })
  }
  const parsed = KEYRING.safeParse(content)
  if (parsed.success) return parsed.data
  throw new UsageError(`${file} is not a keyring`, {
    details: [
      z.prettifyError(parsed.error),
      'right: {"accounts": [{"name": "alice", "mnemonic": "…"}, {"name": "bob", "privateKey": "…"}]}',
    ],
  })
}
