import { deflateRawSync } from 'node:zlib'

/** A text as the page unpacks it. */
export const packed = (text: string): string => deflateRawSync(text, { level: 9 }).toString('base64')
