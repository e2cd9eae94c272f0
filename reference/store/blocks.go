package main

import (
	"encoding/hex"
	"fmt"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/crypto/ed25519"
	"github.com/cometbft/cometbft/crypto/merkle"
	cmtversion "github.com/cometbft/cometbft/proto/tendermint/version"
	"github.com/cometbft/cometbft/types"
)

// blocks gives the hashes of block n for some n: n transactions, n results, n validators, n signatures.
func blocks() []map[string]any {
	var out []map[string]any
	for n := 0; n <= 9; n++ {
		r := random(uint32(n))
		var txs types.Txs
		var results []*abci.ExecTxResult
		set := &types.ValidatorSet{}
		commit := &types.Commit{}
		base := time.Unix(1700000000+int64(n), int64(n)*1001).UTC()
		for i := 0; i < n; i++ {
			txs = append(txs, r.bytes(1+r.next(50)))
			results = append(results, &abci.ExecTxResult{
				Code: r.next(3), Data: r.bytes(r.next(9)), GasWanted: int64(r.next(1000)), GasUsed: int64(r.next(1000)), Log: "not hashed",
			})
			set.Validators = append(set.Validators, &types.Validator{PubKey: ed25519.PubKey(r.bytes(32)), VotingPower: int64(1 + r.next(100000))})
			commit.Signatures = append(commit.Signatures, types.CommitSig{
				BlockIDFlag: types.BlockIDFlagCommit, ValidatorAddress: r.bytes(20), Timestamp: base, Signature: r.bytes(64),
			})
		}
		header := types.Header{
			Version:        cmtversion.Consensus{Block: 11, App: uint64(n)},
			ChainID:        fmt.Sprintf("chain-%d", n),
			Height:         int64(n) * 1000003,
			Time:           base,
			LastCommitHash: commit.Hash(), DataHash: txs.Hash(), ValidatorsHash: set.Hash(), NextValidatorsHash: set.Hash(),
			ConsensusHash: types.DefaultConsensusParams().Hash(), AppHash: r.bytes(uint32(n)),
			LastResultsHash: types.NewResults(results).Hash(), EvidenceHash: types.EvidenceList{}.Hash(), ProposerAddress: r.bytes(20),
		}
		if n > 0 {
			header.LastBlockID = types.BlockID{Hash: r.bytes(32), PartSetHeader: types.PartSetHeader{Total: uint32(n), Hash: r.bytes(32)}}
		}
		var aunts []string
		for i := range txs {
			all := ""
			for _, aunt := range txs.Proof(i).Proof.Aunts {
				all += hex.EncodeToString(aunt)
			}
			aunts = append(aunts, hex.EncodeToString(merkle.HashFromByteSlices([][]byte{[]byte(all)})))
		}
		out = append(out, map[string]any{
			"header": header.Hash(), "commit": header.LastCommitHash, "data": header.DataHash, "validators": header.ValidatorsHash,
			"consensus": header.ConsensusHash, "results": header.LastResultsHash, "evidence": header.EvidenceHash, "aunts": aunts,
		})
	}
	return out
}
