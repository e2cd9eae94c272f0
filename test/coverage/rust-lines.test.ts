import { expect, test } from 'vitest'
import { linesWithoutCode } from '../../src/coverage/rust-lines.js'
import { rustFunctions } from '../../src/coverage/rust-functions.js'

const SOURCE = `use std::fmt;
#[cw_serde]
pub enum Msg {
    /// A comment with a { brace.
    Pay { amount: u128 },
}
#[derive(
    Clone,
)]
struct Half<'a>(&'a str);
impl Msg {
    #[inline] fn check(&self) -> bool { self.is('{', "}\\"{", r#"struct X {"#) }
    pub fn pay(
        &self,
    ) -> Result<(), Error> {
        /* fn gone() {
        } */
        self.send(Coin {
            amount: 1,
        })?;
        Ok(())
    }
}
`

test('lines that nobody wrote to be run are those of attributes, types, comments and closing brackets', () => {
  const without = linesWithoutCode(SOURCE)
  const left = SOURCE.split('\n').filter((_, i) => !without.has(i + 1))
  expect(left.map((line) => line.trim())).toEqual([
    'use std::fmt;',
    "struct Half<'a>(&'a str);",
    'impl Msg {',
    `#[inline] fn check(&self) -> bool { self.is('{', "}\\"{", r#"struct X {"#) }`,
    'pub fn pay(',
    '&self,',
    ') -> Result<(), Error> {',
    'self.send(Coin {',
    'amount: 1,',
    '})?;',
    'Ok(())',
  ])
})

test('functions are those that stand in the file, without those in comments', () => {
  expect(rustFunctions(SOURCE)).toEqual([
    { name: 'check', line: 12 },
    { name: 'pay', line: 13 },
  ])
})
