import { ChainError } from '../base/index.js'
import { savedClass, type SavedClass } from '../base/object-graph/index.js'
import { DELETED, IavlNode, IavlTree, LazyBytes, Version } from '../store/index.js'
import { Consensus } from './block/consensus-state.js'
import { Nodes } from './block/nodes.js'
import { SignedBlock } from './block/signed-block.js'

const savedError = savedClass({
  name: 'ChainError',
  type: ChainError,
  write: ({ codespace, code, log, details }) => ({ codespace, code, log, details }),
  read: (parts) => new ChainError(parts),
})

/** Classes whose instances are part of a snapshot of a chain. */
export const CHAIN_CLASSES: readonly SavedClass[] = [
  savedError,
  Version.saved,
  LazyBytes.saved,
  IavlTree.saved,
  IavlNode.saved,
  SignedBlock.saved,
  Consensus.saved,
  Nodes.saved,
]

/** Recognized by identity in the rows of stores. */
export const DELETED_ROW: readonly [string, object] = ['deleted row', DELETED]
