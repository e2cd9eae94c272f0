package main

import (
	"encoding/hex"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// A message in the world, and in which forks it is sent.
type testCase struct {
	group, name string
	// Code of the target; of a creation the code that makes it.
	code []byte
	// Code of the other contract.
	second  []byte
	storage map[string]string
	data    []byte
	gas     uint64
	value   uint64
	create  bool
	to      common.Address
	// How many operand sets its code runs; 0 stands for one.
	count int
	// First and last fork.
	first, last int
	// Runs it also with just the gas that it takes, and with one less.
	boundary   bool
	accessList types.AccessList
	blobs      []common.Hash
	auths      []types.SetCodeAuthorization
	more       accounts
}

const defaultGas = 1_000_000

func (c *testCase) limit() uint64 {
	if c.gas != 0 {
		return c.gas
	}
	return defaultGas
}

func (c *testCase) recipient() common.Address {
	if c.to != (common.Address{}) {
		return c.to
	}
	return target
}

// A creation's input is its code.
func (c *testCase) input() []byte {
	if c.create {
		return c.code
	}
	return c.data
}

// The accounts of this case beside the world.
func (c *testCase) accounts() map[common.Address]account {
	accounts := map[common.Address]account{}
	if !c.create && c.code != nil {
		accounts[target] = account{Nonce: 1, Balance: 1000, Code: c.code, Storage: c.storage}
	}
	if c.second != nil {
		accounts[other] = account{Nonce: 1, Balance: 1000, Code: c.second, Storage: c.storage}
	}
	for address, account := range c.more {
		accounts[address] = account
	}
	return accounts
}

// Of several operand sets all results are told.
func (c *testCase) output(content []byte) string {
	if c.count > 1 {
		return hex.EncodeToString(content)
	}
	return brief(content)
}

type accounts = map[common.Address]account
