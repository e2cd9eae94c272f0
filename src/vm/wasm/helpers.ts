import type { Layout } from './layout.js'
import { I32, I64, type Module } from './module.js'
import type { Writer } from './writer.js'

/** Bodies of the added functions, in the order of {@link Layout}. None of them costs gas. */
export function helperCode(out: Writer, module: Module, layout: Layout): void {
  const write = (locals: readonly number[], code: () => void): void =>
    out.sized(() => {
      out.append(...locals)
      code()
      out.append(0x0b)
    })
  const op = (opcode: number, index: number): void => {
    out.ensure(12)
    out.byte(opcode)
    out.u32(index)
  }
  const i32 = (value: number): void => {
    out.ensure(8)
    out.byte(0x41)
    out.signed(value)
  }

  /* pay(cost): takes the cost and gives 1; where it exceeds the rest, leaves nothing and gives 0. Nothing is not negative:
     only code of the contract itself exhausts. */
  write([1, 1, I64], () => {
    op(0x23, layout.gas)
    op(0x20, 0)
    out.append(0xb0, 0x7d) // i64.trunc_f64_s, i64.sub
    op(0x22, 1)
    out.append(0x42, 0x00, 0x53, 0x04, I32, 0x42, 0x00) // i64.lt_s 0, if
    op(0x24, layout.gas)
    i32(0)
    out.append(0x05)
    op(0x20, 1)
    op(0x24, layout.gas)
    i32(1)
    out.append(0x0b)
  })

  /* grow(delta): moves the size that the contract sees, and grows the memory itself only where that is not yet large enough. */
  write([1, 2, I32], () => {
    if (module.memories.length === 0) {
      i32(-1)
      return
    }
    op(0x23, layout.pages)
    op(0x22, 1)
    op(0x20, 0)
    out.append(0x6a)
    op(0x21, 2)
    // delta > maximum - pages: refused
    op(0x20, 0)
    op(0x23, layout.maxPages)
    op(0x20, 1)
    out.append(0x6b, 0x4b, 0x04, 0x40, 0x41, 0x7f, 0x0f, 0x0b)
    op(0x20, 2)
    out.append(0x3f, 0x00, 0x4b, 0x04, 0x40) // needed > memory.size
    op(0x20, 2)
    out.append(0x3f, 0x00, 0x6b, 0x40, 0x00, 0x41, 0x7f, 0x46, 0x04, 0x40, 0x41, 0x7f, 0x0f, 0x0b, 0x0b)
    op(0x20, 2)
    op(0x24, layout.pages)
    op(0x20, 1)
  })

  // reset(): every global as in a new instance, except the memory limit, and what each call sets itself: gas and stack.
  write([0], () => {
    module.globals.forEach(({ mutable, init }, i) => {
      if (!mutable) return
      out.copy(init, 0, init.length)
      op(0x24, module.importedGlobals.length + i)
    })
    i32(module.memories[0]?.initial ?? 0)
    op(0x24, layout.pages)
    i32(0)
    op(0x24, layout.cause)
    if (layout.mark === undefined) return
    op(0x23, 0)
    op(0x24, layout.mark)
  })

  // charge(amount): the charge that bodies normally contain inline, for those that would become too large.
  write([0], () => {
    op(0x23, layout.gas)
    op(0x20, 0)
    out.append(0x7d) // i64.sub
    op(0x22, 0)
    op(0x24, layout.gas)
    op(0x20, 0)
    out.append(0x42, 0x00, 0x53, 0x04, 0x40, 0x00, 0x0b) // i64.lt_s 0, if unreachable
  })
}
