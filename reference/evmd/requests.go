package main

import (
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	ethtypes "github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

var (
	nobody  = common.HexToAddress("0x1111111111111111111111111111111111111111")
	unknown = common.HexToHash("0x" + strings.Repeat("dead", 16))
	// where alice's first creations are.
	token     = crypto.CreateAddress(alice.eth, 4)
	reverting = crypto.CreateAddress(alice.eth, 5)
	emitting  = crypto.CreateAddress(alice.eth, 6)
	proxied   = crypto.CreateAddress(alice.eth, 7)
)

func session(s *Session) {
	s.names["code of Reverter"] = hexutil.Bytes(contractOf("Reverter").code)
	s.note("part", "unborn")
	s.all(unborn)
	s.note("part", "evm")
	s.mine()
	s.mine()
	s.transactions()
	s.refusals()
	s.all(accounts)
	s.all(blocks)
	s.all(lookups)
	s.all(calls)
	s.all(estimates)
	s.all(lists)
	s.all(overrides)
	s.all(traces)
	s.all(histories)
	s.all(logs)
	s.all(signing)
	s.filters()
	s.note("part", "sockets")
	s.subscriptions()
	s.note("part", "arguments")
	s.bodies()
	s.arguments()
	s.note("part", "pool")
	s.pooled()
	s.note("part", "chain")
	s.mixed()
}

// transactions of all types, creations and failures, most in a block of their own.
func (s *Session) transactions() {
	id := wei(evmChainID)
	one := func(name string, a *Account, data ethtypes.TxData) {
		s.send(name, a, data)
		s.mine()
	}
	one("legacy", alice, &ethtypes.LegacyTx{Nonce: 0, GasPrice: gwei(2), Gas: 21_000, To: &bob.eth, Value: wei(5)})
	one("listed", alice, &ethtypes.AccessListTx{ChainID: id, Nonce: 1, GasPrice: gwei(2), Gas: 60_000, To: &bob.eth, Value: wei(6),
		AccessList: ethtypes.AccessList{{Address: bob.eth, StorageKeys: []common.Hash{{1}}}}})
	one("dynamic", alice, s.type2(alice, &bob.eth, 7, 50_000, nil))
	one("input", alice, s.type2(alice, &bob.eth, 8, 50_000, []byte{0, 1, 2}))
	one("token", alice, s.type2(alice, nil, 0, 1_500_000, contractOf("ERC20").with("Gold", "GLD", wei(1_000_000))))
	one("reverter", alice, s.type2(alice, nil, 0, 1_200_000, contractOf("Reverter").code))
	one("emitter", alice, s.type2(alice, nil, 0, 1_500_000, contractOf("EventEmitter").code))
	one("proxy", alice, s.type2(alice, nil, 0, 300_000, forwarder))
	one("transfer", alice, s.type2(alice, &token, 0, 100_000, method(transferTo, bob.eth, wei(100))))
	one("approval", alice, s.type2(alice, &token, 0, 100_000, method(approve, bob.eth, wei(50))))
	one("reason", bob, s.type2(bob, &reverting, 0, 100_000, method("revertWithReason(string)", "no")))
	one("custom", bob, s.type2(bob, &reverting, 0, 100_000, method("revertWithError(uint256,string)", wei(5), "text")))
	one("panic", bob, s.type2(bob, &reverting, 0, 100_000, method("overflow()")))
	one("bare", bob, s.type2(bob, &reverting, 0, 100_000, method("revertWithoutData()")))
	one("invalid", bob, s.type2(bob, &reverting, 0, 100_000, method("invalidInstruction()")))
	one("gasless", bob, s.type2(bob, &reverting, 0, 50_000, method("useAllGas()")))
	one("caught", bob, s.type2(bob, &reverting, 0, 100_000, method("catchInner(uint256)", wei(1))))
	one("nothing", bob, s.type2(bob, &emitting, 0, 100_000, method("emitNothing()")))
	one("many", bob, s.type2(bob, &emitting, 0, 200_000, method("emitMany(uint256)", wei(3))))
	one("topics", bob, s.type2(bob, &emitting, 0, 200_000, method("emitAllTopics(uint256,uint256,uint256,uint256)", wei(1), wei(2), wei(3), wei(4))))
	one("dropped", bob, s.type2(bob, &emitting, 0, 200_000, method("emitAndRevert()")))
	one("nested", bob, s.type2(bob, &proxied, 0, 200_000, forward(emitting, 0, method("emitNothing()"))))
	one("paid", bob, s.type2(bob, &proxied, 11, 100_000, forward(carol.eth, 0, nil)))
	one("unpaid", bob, s.type2(bob, &proxied, 14, 200_000, forward(proxied, 2, forward(carol.eth, 1, nil))))
	one("badCreation", alice, s.type2(alice, nil, 3, 200_000, common.FromHex("60006000fd")))
	one("storeless", alice, s.type2(alice, nil, 0, 60_000, forwarder))
	one("ef", alice, s.type2(alice, nil, 0, 1_000_000, common.FromHex("60ef60005360016000f3")))
	one("setCode", alice, &ethtypes.SetCodeTx{ChainID: u256(evmChainID), Nonce: s.nonceOf(alice), GasTipCap: u256(1_000_000_000), GasFeeCap: u256(10_000_000_000),
		Gas: 300_000, To: carol.eth, Value: u256(0), Data: forward(bob.eth, 0, nil), AuthList: []ethtypes.SetCodeAuthorization{authorize(carol, evmChainID, proxied, 0)}})
	one("delegated", bob, s.type2(bob, &carol.eth, 15, 200_000, forward(alice.eth, 0, nil)))
	one("unsetCode", alice, &ethtypes.SetCodeTx{ChainID: u256(evmChainID), Nonce: s.nonceOf(alice), GasTipCap: u256(1_000_000_000), GasFeeCap: u256(10_000_000_000),
		Gas: 300_000, To: bob.eth, Value: u256(0), AuthList: []ethtypes.SetCodeAuthorization{
			authorize(carol, 0, common.Address{}, 1), authorize(bob, 5, proxied, 0), authorize(bob, 0, proxied, 999)}})
	// Several in a block: the pool puts them in order of what they pay.
	s.send("several 1", alice, s.type2(alice, &token, 0, 100_000, method(transferTo, carol.eth, wei(1))))
	s.send("several 2", alice, s.type2(alice, &token, 0, 100_000, method(transferTo, carol.eth, wei(2))))
	s.send("several 3", bob, s.type2(bob, &reverting, 0, 100_000, method("revertWithoutData()")))
	s.send("several 4", bob, s.type2(bob, &emitting, 0, 200_000, method("emitMany(uint256)", wei(2))))
	rich := s.type2(carol, &bob.eth, 1, 21_000, nil)
	rich.GasTipCap = gwei(3)
	s.send("several 5", carol, rich)
	s.mine()
	s.mine()
}

// refusals are of transactions that the pool does not take.
func (s *Session) refusals() {
	id := wei(evmChainID)
	next := s.nonceOf(bob)
	refused := func(name string, data *ethtypes.DynamicFeeTx) {
		data.ChainID = id
		if data.GasFeeCap == nil {
			data.GasFeeCap, data.GasTipCap = gwei(10), gwei(1)
		}
		if data.To == nil && data.Data == nil {
			data.To = &carol.eth
		}
		s.ask("eth_sendRawTransaction", args{raw(sign(bob, data))}, name)
	}
	refused("nonce too low", &ethtypes.DynamicFeeTx{Nonce: next - 1, Gas: 21_000})
	refused("intrinsic gas", &ethtypes.DynamicFeeTx{Nonce: next, Gas: 20_999})
	refused("intrinsic gas of input", &ethtypes.DynamicFeeTx{Nonce: next, Gas: 21_050, Data: []byte{1, 2, 3, 4}, To: &carol.eth})
	refused("floor of gas", &ethtypes.DynamicFeeTx{Nonce: next, Gas: 22_000, Data: make([]byte, 200), To: &carol.eth})
	refused("limit of a block", &ethtypes.DynamicFeeTx{Nonce: next, Gas: maxGas + 1})
	refused("fee below the base fee", &ethtypes.DynamicFeeTx{Nonce: next, Gas: 21_000, GasFeeCap: wei(1), GasTipCap: wei(1)})
	refused("tip above the fee", &ethtypes.DynamicFeeTx{Nonce: next, Gas: 21_000, GasFeeCap: gwei(1), GasTipCap: gwei(2)})
	refused("value", &ethtypes.DynamicFeeTx{Nonce: next, Gas: 21_000, Value: new(big.Int).Lsh(wei(1), 80)})
	refused("fee above the balance", &ethtypes.DynamicFeeTx{Nonce: next, Gas: 9_000_000, GasFeeCap: gwei(1_000_000), GasTipCap: wei(0)})
	refused("initcode", &ethtypes.DynamicFeeTx{Nonce: next, Gas: 9_000_000, Data: make([]byte, 50_000)})
	refused("oversized", &ethtypes.DynamicFeeTx{Nonce: next, Gas: 9_000_000, Data: make([]byte, 140_000), To: &carol.eth})
	s.ask("eth_sendRawTransaction", args{raw(sign(accountOf("nobody"), &ethtypes.DynamicFeeTx{ChainID: id, GasFeeCap: gwei(10), GasTipCap: gwei(1), Gas: 21_000, To: &bob.eth}))}, "no account")
	five := ethtypes.LatestSignerForChainID(wei(5))
	key := must(bob.key.ToECDSA())
	for name, tx := range map[string]*ethtypes.Transaction{
		"of another chain":         must(ethtypes.SignNewTx(key, five, &ethtypes.DynamicFeeTx{ChainID: wei(5), Nonce: next, GasFeeCap: gwei(10), Gas: 21_000, To: &carol.eth})),
		"of another chain, legacy": must(ethtypes.SignNewTx(key, five, &ethtypes.LegacyTx{Nonce: next, GasPrice: gwei(10), Gas: 21_000, To: &carol.eth})),
		"unprotected":              must(ethtypes.SignNewTx(key, ethtypes.HomesteadSigner{}, &ethtypes.LegacyTx{Nonce: next, GasPrice: gwei(10), Gas: 21_000, To: &carol.eth})),
	} {
		s.later(name, tx)
	}
	blobbed := &ethtypes.BlobTx{ChainID: u256(evmChainID), Nonce: next, GasTipCap: u256(1_000_000_000), GasFeeCap: u256(10_000_000_000), Gas: 21_000,
		To: carol.eth, BlobFeeCap: u256(1), BlobHashes: []common.Hash{{1}}}
	s.later("with blobs", sign(bob, blobbed))
	for _, name := range sorted(s.kept) {
		s.ask("eth_sendRawTransaction", args{raw(s.kept[name])}, name)
	}
	s.ask("eth_sendRawTransaction", args{raw(sign(alice, &ethtypes.SetCodeTx{ChainID: u256(evmChainID), Nonce: s.nonceOf(alice), GasTipCap: u256(1), GasFeeCap: u256(10_000_000_000), Gas: 100_000, To: bob.eth}))}, "no authorizations")
	broken := raw(sign(bob, s.type2(bob, &carol.eth, 1, 21_000, nil)))
	broken[len(broken)-1] ^= 1
	s.ask("eth_sendRawTransaction", args{broken[:len(broken)-1]}, "cut")
	s.ask("eth_sendRawTransaction", args{append(append([]byte{}, broken...), 0)}, "")
	s.each("eth_sendRawTransaction", args{"0x"}, args{"0x1234"}, args{"0x05c0"}, args{"0x02c0"}, args{"0xc0"}, args{"c0"}, args{"0xabc"}, args{"0xzz"}, args{"0x00"})
	s.all([]Ask{{"txpool_status", args{}, ""}})
}

// unborn is asked before the first block.
var unborn = []Ask{
	{"eth_blockNumber", args{}, ""}, {"eth_chainId", args{}, ""}, {"net_version", args{}, ""}, {"eth_syncing", args{}, ""},
	{"eth_getBlockByNumber", args{"latest", false}, ""}, {"eth_getBlockByNumber", args{"0x0", false}, ""}, {"eth_getBalance", args{alice.eth, "latest"}, ""},
	{"eth_getTransactionCount", args{alice.eth, "latest"}, ""}, {"eth_gasPrice", args{}, ""}, {"eth_call", args{fields{"to": bob.eth}, "latest"}, ""},
	{"eth_estimateGas", args{fields{"to": bob.eth}}, ""}, {"eth_feeHistory", args{"0x1", "latest", args{}}, ""}, {"eth_accounts", args{}, ""},
	{"txpool_status", args{}, ""}, {"rpc_modules", args{}, ""}, {"web3_clientVersion", args{}, ""}, {"net_listening", args{}, ""}, {"net_peerCount", args{}, ""},
}
