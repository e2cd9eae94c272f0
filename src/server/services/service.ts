import { decoding } from '../../chain/index.js'
import type { ChainNode } from '../chain-node.js'

/** A gRPC method that the node answers itself. @param height 0 for the latest */
export type Service = (node: ChainNode, request: Uint8Array, height: number) => Uint8Array

/** A method over generated types. */
export const service =
  <Request, Response>(
    request: { decode(bytes: Uint8Array): Request },
    response: { encode(message: Response): { finish(): Uint8Array } },
    answer: (node: ChainNode, request: Request) => Response,
  ): Service =>
  (node, bytes) =>
    response
      .encode(
        answer(
          node,
          decoding(() => request.decode(bytes)),
        ),
      )
      .finish()
