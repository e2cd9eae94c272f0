import { ContextKey } from '../../chain/context.js'
import type { AcknowledgementBytes } from './application.js'

/**
 * Put an acknowledgement here and packets that are received below this context are answered with it; their application is not asked.
 * A test plants a faulty receiver so; nothing else does.
 */
export const RECEIVER_FAULT = new ContextKey<AcknowledgementBytes>('faulty receiver of packets')
