package main

import (
	"time"

	cstypes "github.com/cometbft/cometbft/consensus/types"
	"github.com/cometbft/cometbft/crypto/ed25519"
	"github.com/cometbft/cometbft/crypto/tmhash"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	ctypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cometbft/cometbft/types"
)

// ofFour is the state before height 6 of four validators: one voted for no block at height 5, and one did not vote.
func ofFour() Moment {
	const chainID, timeout = "comet-1", 5 * time.Second
	powers := []int64{50, 30, 9, 7}
	keys := map[string]ed25519.PrivKey{}
	list := []*types.Validator{}
	for i, power := range powers {
		key := ed25519.GenPrivKeyFromSecret([]byte{byte(i)})
		keys[key.PubKey().Address().String()] = key
		list = append(list, types.NewValidator(key.PubKey(), power))
	}
	last := types.NewValidatorSet(list)
	next := last.CopyIncrementProposerPriority(1)
	id := types.BlockID{Hash: tmhash.Sum([]byte("block")), PartSetHeader: types.PartSetHeader{Total: 1, Hash: tmhash.Sum([]byte("parts"))}}
	votes := types.NewVoteSet(chainID, 5, 1, cmtproto.PrecommitType, last)
	at := time.Unix(1_767_225_605, 123_456_000).UTC()
	for i, validator := range last.Validators {
		if i == 2 {
			continue
		}
		vote := &types.Vote{Type: cmtproto.PrecommitType, Height: 5, Round: 1, BlockID: id, Timestamp: at.Add(time.Duration(i) * time.Millisecond),
			ValidatorAddress: validator.Address, ValidatorIndex: int32(i)}
		if i == 3 {
			vote.BlockID = types.BlockID{}
		}
		signature, err := keys[validator.Address.String()].Sign(types.VoteSignBytes(chainID, vote.ToProto()))
		check(err)
		vote.Signature = signature
		_, err = votes.AddVote(vote)
		check(err)
	}
	state := cstypes.RoundState{Height: 6, Round: 0, Step: cstypes.RoundStepNewHeight, CommitTime: at, StartTime: at.Add(timeout),
		Validators: next, LockedRound: -1, ValidRound: -1, Votes: cstypes.NewHeightVoteSet(chainID, 6, next), CommitRound: -1,
		LastCommit: votes, LastValidators: last}
	commit := votes.MakeExtendedCommit(types.ABCIParams{}).ToCommit()
	signed := ctypes.ResultCommit{SignedHeader: types.SignedHeader{Header: nil, Commit: commit}}
	return Moment{Name: "four validators", TimeoutCommit: timeout, Commit: text(signed), Validators: text(rows(next, 6)), LastValidators: text(rows(last, 5)),
		Simple: text(ctypes.ResultConsensusState{RoundState: text(state.RoundStateSimple())}),
		Dump:   text(ctypes.ResultDumpConsensusState{RoundState: text(&state), Peers: []ctypes.PeerStateInfo{}})}
}

func rows(set *types.ValidatorSet, height int64) ctypes.ResultValidators {
	return ctypes.ResultValidators{BlockHeight: height, Validators: set.Validators, Count: len(set.Validators), Total: len(set.Validators)}
}
