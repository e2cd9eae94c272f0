// Makes chains with go-ethereum, changes one field of a block's header, and writes what go-ethereum says of it: go run . FILE
package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"runtime/debug"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/consensus/beacon"
	"github.com/ethereum/go-ethereum/consensus/ethash"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rlp"
)

type change struct {
	name string
	edit func(*types.Header)
}

type blockCase struct {
	Name  string        `json:"name"`
	Block hexutil.Bytes `json:"block"`
	Error string        `json:"error"`
}

type chain struct {
	Fork    string        `json:"fork"`
	Genesis *core.Genesis `json:"genesis"`
	First   hexutil.Bytes `json:"first"`
	Valid   hexutil.Bytes `json:"valid"`
	// Another block on the first one's parent, and one on that.
	Side  []hexutil.Bytes `json:"side"`
	Cases []blockCase     `json:"cases"`
}

func ptr[T any](value T) *T { return &value }

var changes = []change{
	{"base fee one less", func(h *types.Header) { h.BaseFee.Sub(h.BaseFee, common.Big1) }},
	{"base fee one more", func(h *types.Header) { h.BaseFee.Add(h.BaseFee, common.Big1) }},
	{"base fee of 0", func(h *types.Header) { h.BaseFee.SetUint64(0) }},
	{"excess blob gas", func(h *types.Header) { h.ExcessBlobGas = ptr(uint64(131072)) }},
	{"blob gas used", func(h *types.Header) { h.BlobGasUsed = ptr(uint64(131072)) }},
	{"blob gas used, no multiple", func(h *types.Header) { h.BlobGasUsed = ptr(uint64(1)) }},
	{"blob gas used, too much", func(h *types.Header) { h.BlobGasUsed = ptr(uint64(131072 * 100)) }},
	{"difficulty", func(h *types.Header) { h.Difficulty = big.NewInt(1) }},
	{"extra data of 32 bytes", func(h *types.Header) { h.Extra = make([]byte, 32) }},
	{"extra data of 33 bytes", func(h *types.Header) { h.Extra = make([]byte, 33) }},
	{"nonce", func(h *types.Header) { h.Nonce = types.EncodeNonce(1) }},
	{"mix hash", func(h *types.Header) { h.MixDigest = common.Hash{1} }},
	{"uncle hash", func(h *types.Header) { h.UncleHash = common.Hash{1} }},
	{"gas used one more", func(h *types.Header) { h.GasUsed++ }},
	{"gas used one less", func(h *types.Header) { h.GasUsed-- }},
	{"gas used over the limit", func(h *types.Header) { h.GasUsed = h.GasLimit + 1 }},
	{"gas limit, highest", func(h *types.Header) { h.GasLimit += h.GasLimit/1024 - 1 }},
	{"gas limit too high", func(h *types.Header) { h.GasLimit += h.GasLimit / 1024 }},
	{"gas limit too low", func(h *types.Header) { h.GasLimit -= h.GasLimit / 1024 }},
	{"gas limit over 2^63", func(h *types.Header) { h.GasLimit = 1 << 63 }},
	{"time of the parent", func(h *types.Header) { h.Time = 10 }},
	{"number one more", func(h *types.Header) { h.Number.Add(h.Number, common.Big1) }},
	{"number one less", func(h *types.Header) { h.Number.Sub(h.Number, common.Big1) }},
	{"unknown parent", func(h *types.Header) { h.ParentHash = common.Hash{1} }},
	{"state root", func(h *types.Header) { h.Root = common.Hash{1} }},
	{"transaction root", func(h *types.Header) { h.TxHash = common.Hash{1} }},
	{"receipt root", func(h *types.Header) { h.ReceiptHash = common.Hash{1} }},
	{"bloom", func(h *types.Header) { h.Bloom[0] = 1 }},
	{"withdrawals root", func(h *types.Header) { h.WithdrawalsHash = &common.Hash{1} }},
	{"parent beacon root", func(h *types.Header) { h.ParentBeaconRoot = &common.Hash{1} }},
	{"requests hash", func(h *types.Header) { h.RequestsHash = &common.Hash{1} }},
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func config(fork string) *params.ChainConfig {
	copied := *params.MergedTestChainConfig
	copied.ChainID = big.NewInt(1337)
	copied.AmsterdamTime, copied.UBTTime = nil, nil
	copied.BPO1Time, copied.BPO2Time, copied.BPO3Time, copied.BPO4Time, copied.BPO5Time = nil, nil, nil, nil, nil
	switch fork {
	case "shanghai":
		copied.CancunTime, copied.PragueTime, copied.OsakaTime = nil, nil, nil
	case "cancun":
		copied.PragueTime, copied.OsakaTime = nil, nil
	case "prague":
		copied.OsakaTime = nil
	}
	return &copied
}

func record(fork string) chain {
	key := must(crypto.ToECDSA(crypto.Keccak256([]byte{0})))
	from := crypto.PubkeyToAddress(key.PublicKey)
	genesis := &core.Genesis{Config: config(fork), GasLimit: 30_000_000, BaseFee: big.NewInt(1_000_000_000), Difficulty: new(big.Int),
		Alloc: types.GenesisAlloc{from: {Balance: big.NewInt(1e18)},
			params.BeaconRootsAddress:        {Nonce: 1, Code: params.BeaconRootsCode, Balance: new(big.Int)},
			params.HistoryStorageAddress:     {Nonce: 1, Code: params.HistoryStorageCode, Balance: new(big.Int)},
			params.WithdrawalQueueAddress:    {Nonce: 1, Code: params.WithdrawalQueueCode, Balance: new(big.Int)},
			params.ConsolidationQueueAddress: {Nonce: 1, Code: params.ConsolidationQueueCode, Balance: new(big.Int)}}}
	engine := beacon.New(ethash.NewFaker())
	make := func(value int64) []*types.Block {
		_, blocks, _ := core.GenerateChainWithGenesis(genesis, engine, 2, func(i int, block *core.BlockGen) {
			tx := types.NewTx(&types.LegacyTx{Nonce: block.TxNonce(from), To: &common.Address{1}, Value: big.NewInt(value), Gas: 21000, GasPrice: big.NewInt(2e9)})
			block.AddTx(must(types.SignTx(tx, types.LatestSigner(genesis.Config), key)))
		})
		return blocks
	}
	blocks := make(1)
	insert := func(block *types.Block) error {
		bc := must(core.NewBlockChain(rawdb.NewMemoryDatabase(), genesis, engine, nil))
		defer bc.Stop()
		must(bc.InsertChain(blocks[:1]))
		_, err := bc.InsertChain(types.Blocks{block})
		return err
	}
	bytes := func(block *types.Block) hexutil.Bytes { return must(rlp.EncodeToBytes(block)) }
	out := chain{Fork: fork, Genesis: genesis, First: bytes(blocks[0]), Valid: bytes(blocks[1])}
	side := make(2)
	bc := must(core.NewBlockChain(rawdb.NewMemoryDatabase(), genesis, engine, nil))
	must(bc.InsertChain(blocks))
	for _, block := range side {
		must(bc.InsertChain(types.Blocks{block}))
		if bc.CurrentBlock().Hash() != block.Hash() {
			panic("a side block is not the head")
		}
		out.Side = append(out.Side, bytes(block))
	}
	bc.Stop()
	if err := insert(blocks[1]); err != nil {
		panic(err)
	}
	for _, change := range changes {
		header := types.CopyHeader(blocks[1].Header())
		change.edit(header)
		block := blocks[1].WithSeal(header)
		encoded := bytes(block)
		// As a node reads it.
		var read types.Block
		err := rlp.DecodeBytes(encoded, &read)
		if err == nil {
			err = insert(&read)
		}
		text := ""
		if err != nil {
			text = err.Error()
		}
		out.Cases = append(out.Cases, blockCase{change.name, encoded, text})
	}
	return out
}

func main() {
	version := ""
	info, _ := debug.ReadBuildInfo()
	for _, dep := range info.Deps {
		if dep.Path == "github.com/ethereum/go-ethereum" {
			version = dep.Version
		}
	}
	chains := []chain{}
	for _, fork := range []string{"shanghai", "cancun", "prague", "osaka"} {
		chains = append(chains, record(fork))
	}
	header := fmt.Sprintf("reference/blocks, go-ethereum %s", version)
	content := must(json.MarshalIndent(map[string]any{"program": header, "chains": chains}, "", " "))
	if err := os.WriteFile(os.Args[1], append(content, '\n'), 0o644); err != nil {
		panic(err)
	}
}
