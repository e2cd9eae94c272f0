import { isBlank, type Any } from '../../codec/index.js'
import { MsgExecLegacyContent, MsgExecLegacyContentResponse } from 'cosmjs-types/cosmos/gov/v1/tx'
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import { MsgSubmitProposal, MsgSubmitProposalResponse } from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import { NotSupportedError } from '../../base/index.js'
import { ErrInvalidSigner, message, nilPointer, type Messages } from '../../chain/index.js'
import { ErrInvalidProposalContent } from './errors.js'
import { MODULE, type GovKeeper } from './keeper.js'
import { submitProposal } from './messages.js'

/** Source: cosmos-sdk x/gov/types/v1beta1/content.go, proposal.go. */
const MAX_TITLE = 140
const MAX_DESCRIPTION = 10_000

/** The content of a proposal of text, the only kind. @throws ChainError gov/5, NotSupportedError */
function textOf(content: Any | undefined): TextProposal {
  if (content === undefined) throw ErrInvalidProposalContent.error('missing content')
  if (content.typeUrl !== TextProposal.typeUrl)
    throw new NotSupportedError(
      `proposals of the type ${content.typeUrl} are not supported: use cosmos.gov.v1 messages`,
    )
  return TextProposal.decode(content.value)
}

/** Source: types/v1beta1/proposal.go `ValidateAbstract`. */
function validate({ title, description }: TextProposal): void {
  const problem = (text: string) => ErrInvalidProposalContent.error(`proposal ${text}`)
  if (isBlank(title)) throw problem('title cannot be blank')
  if (Buffer.byteLength(title) > MAX_TITLE) throw problem(`title is longer than max length of ${MAX_TITLE}`)
  if (description === '') throw problem('description cannot be blank')
  if (Buffer.byteLength(description) > MAX_DESCRIPTION)
    throw problem(`description is longer than max length of ${MAX_DESCRIPTION}`)
}

/** Proposals of text in the form of v1beta1, which become one message of v1. Source: cosmos-sdk x/gov/keeper/msg_server.go `legacyMsgServer`. */
export const legacyGovMessages = (keeper: GovKeeper): Messages =>
  Object.fromEntries([
    message<MsgSubmitProposal>({
      typeUrl: MsgSubmitProposal.typeUrl,
      decode: (value) => MsgSubmitProposal.decode(value),
      signers: ({ proposer }) => [proposer],
      handle: (ctx, { content, initialDeposit, proposer }) => {
        const text = textOf(content)
        validate(text)
        const value = MsgExecLegacyContent.encode({ content: content!, authority: keeper.authority }).finish()
        const proposalId = submitProposal(keeper, ctx, {
          messages: [{ typeUrl: MsgExecLegacyContent.typeUrl, value }],
          initialDeposit,
          proposer,
          metadata: '',
          title: text.title,
          summary: text.description,
          expedited: false,
        })
        return MsgSubmitProposalResponse.encode({ proposalId }).finish()
      },
    }),
    message<MsgExecLegacyContent>({
      typeUrl: MsgExecLegacyContent.typeUrl,
      decode: (value) => MsgExecLegacyContent.decode(value),
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, content }) => {
        keeper.accounts.moduleAccount(ctx, MODULE)
        if (authority !== keeper.authority)
          throw ErrInvalidSigner.error(`expected ${keeper.authority} got ${authority}`)
        // A text does nothing when it passes.
        textOf(content)
        if (!keeper.routesTexts) throw nilPointer()
        return MsgExecLegacyContentResponse.encode({}).finish()
      },
    }),
  ])
