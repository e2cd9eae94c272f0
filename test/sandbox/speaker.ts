import { assemble } from '../vm/wat.js'

/**
 * A contract that says what it is told: `execute` answers with its own message, `sudo` stores its message under `w`, and `query` hands its
 * message to the chain and gives the answer as it came.
 */
export const SPEAKER = assemble(`(module
  (import "env" "query_chain" (func $query_chain (param i32) (result i32)))
  (import "env" "db_write" (func $db_write (param i32 i32)))
  (memory (export "memory") 2)
  (global $heap (mut i32) (i32.const 1024))
  (data (i32.const 64) "{\\22ok\\22:{\\22messages\\22:[],\\22attributes\\22:[],\\22events\\22:[],\\22data\\22:null}}")
  (data (i32.const 160) "w")
  (func (export "interface_version_8"))
  (func (export "deallocate") (param i32))
  (func $region (param $at i32) (param $length i32) (result i32) (local $region i32)
    (local.set $region (global.get $heap))
    (global.set $heap (i32.add (global.get $heap) (i32.const 16)))
    (i32.store (local.get $region) (local.get $at))
    (i32.store offset=4 (local.get $region) (local.get $length))
    (i32.store offset=8 (local.get $region) (local.get $length))
    (local.get $region))
  (func (export "allocate") (param $size i32) (result i32) (local $region i32)
    (local.set $region (call $region (i32.add (global.get $heap) (i32.const 16)) (local.get $size)))
    (i32.store offset=8 (local.get $region) (i32.const 0))
    (global.set $heap (i32.and (i32.add (i32.add (global.get $heap) (local.get $size)) (i32.const 15)) (i32.const -16)))
    (local.get $region))
  (func $nothing (result i32) (call $region (i32.const 64) (i32.const 62)))
  (func (export "instantiate") (param i32 i32 i32) (result i32) (call $nothing))
  (func (export "execute") (param $env i32) (param $info i32) (param $msg i32) (result i32) (local.get $msg))
  (func (export "reply") (param $env i32) (param $msg i32) (result i32)
    (call $db_write (call $region (i32.const 160) (i32.const 1)) (local.get $msg))
    (call $nothing))
  (func (export "sudo") (param $env i32) (param $msg i32) (result i32)
    (call $db_write (call $region (i32.const 160) (i32.const 1)) (local.get $msg))
    (call $nothing))
  (func (export "query") (param $env i32) (param $msg i32) (result i32) (local $answer i32)
    (local.set $answer (call $query_chain (local.get $msg)))
    ;; {"ok":{"ok":"…"}} without the outer layer
    (call $region
      (i32.add (i32.load (local.get $answer)) (i32.const 6))
      (i32.sub (i32.load offset=8 (local.get $answer)) (i32.const 7)))))`)

/** A response with submessages that nobody replies to. */
export const saying = (...messages: readonly unknown[]) => response(messages.map((msg) => ({ msg, reply_on: 'never' })))

/** A response with submessages. */
export const response = (messages: readonly { msg: unknown; reply_on: string }[]) => ({
  ok: {
    messages: messages.map((message, i) => ({ id: i + 1, gas_limit: null, ...message })),
    attributes: [],
    events: [],
    data: null,
  },
})
