import { afterEach, expect, test, type RunnerTestCase, type RunnerTestFile } from 'vitest'
import { sharedSetUp, toUtf8 } from '../../src/base/index.js'
import { Digests } from '../../src/vitest/mutants/digests.js'
import MutantRunner from '../../src/vitest/mutants/runner.js'
import { trial } from '../../src/vitest/mutants/trial.js'

afterEach(() => {
  trial.only = undefined
  trial.removeAllListeners()
})

const testCase = (id: string): RunnerTestCase => ({ id, type: 'test' }) as RunnerTestCase

test('answers of a test have their own digest, without those of a set-up that tests share', () => {
  const digests = new Digests()
  const answers = (...texts: readonly string[]): void => texts.forEach((text) => digests.see(toUtf8(text)))
  const inTest = (id: string, run: () => void): void => {
    trial.emit('begin', testCase(id))
    run()
    trial.emit('end', testCase(id))
  }
  inTest('a', () => {
    sharedSetUp.publish('begin')
    answers('deployed')
    sharedSetUp.publish('end')
    answers('1', '2')
  })
  inTest('b', () => answers('1', '2'))
  inTest('c', () => answers('1', '3'))
  const taken = digests.take()
  expect([...taken.keys()].sort()).toEqual(['', 'a', 'b', 'c'])
  expect(taken.get('a')).toBe(taken.get('b'))
  expect(new Set(taken.values()).size).toBe(3)
  expect(digests.take().size).toBe(0)
})

test('tests run in the order of the trial, also those of a suite; the others keep theirs', () => {
  const suite = { id: 's', type: 'suite', tasks: ['s1', 's2'].map(testCase) }
  const file = { id: 'f', type: 'suite', tasks: [testCase('a'), testCase('b'), suite, testCase('c')] }
  trial.only = new Set(['s2', 'b'])
  MutantRunner.prototype.onCollected([file as unknown as RunnerTestFile])
  expect(file.tasks.map(({ id }) => id)).toEqual(['s', 'b', 'a', 'c'])
  expect(suite.tasks.map(({ id }) => id)).toEqual(['s2', 's1'])
})
