//! What never returns: each ends only where the VM ends it.

use std::hint::black_box;

use cosmwasm_std::Storage;

use crate::gas;

/// Computes until the gas is used up.
pub fn compute() -> ! {
    loop {
        gas::spin(u64::MAX)
    }
}

/// Writes entries of 64 bytes under new keys until the gas is used up.
pub fn write(storage: &mut dyn Storage) -> ! {
    let mut index = 0u64;
    loop {
        storage.set(format!("endless/{index:016x}").as_bytes(), &[0xda; 64]);
        index = index.wrapping_add(1);
    }
}

/// Takes and fills 64 KiB at a time until there is no memory.
pub fn allocate() -> ! {
    loop {
        std::mem::forget(black_box(vec![0xda_u8; 65_536]));
    }
}

/// Calls itself until the stack is used up.
pub fn recurse() -> ! {
    black_box(descend(black_box(1)));
    unreachable!("a recursion without end came back")
}

/// Needs its own value after the call, so it cannot become a loop, and nothing but locals of the VM.
#[inline(never)]
fn descend(depth: u64) -> u64 {
    if depth == 0 {
        return 0;
    }
    descend(depth.wrapping_add(1)).rotate_left(7) ^ depth
}
