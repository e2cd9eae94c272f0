package main

import (
	"time"

	"github.com/cometbft/cometbft/crypto"
	"github.com/cometbft/cometbft/crypto/ed25519"
	"github.com/cometbft/cometbft/crypto/secp256k1"
	"github.com/cometbft/cometbft/crypto/tmhash"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	cmtversion "github.com/cometbft/cometbft/proto/tendermint/version"
	cmttypes "github.com/cometbft/cometbft/types"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	commitmenttypes "github.com/cosmos/ibc-go/v10/modules/core/23-commitment/types"
	ibctm "github.com/cosmos/ibc-go/v10/modules/light-clients/07-tendermint"
)

const otherID = "chain-b-7"

// signers are validators and their keys.
type signers struct {
	set  *cmttypes.ValidatorSet
	keys map[string]crypto.PrivKey
}

func signersOf(keys ...crypto.PrivKey) signers {
	s := signers{keys: map[string]crypto.PrivKey{}}
	all := []*cmttypes.Validator{}
	for _, key := range keys {
		all = append(all, cmttypes.NewValidator(key.PubKey(), 10))
		s.keys[string(key.PubKey().Address())] = key
	}
	s.set = cmttypes.NewValidatorSet(all)
	return s
}

func edKey(name string) crypto.PrivKey { return ed25519.GenPrivKeyFromSecret([]byte(name)) }
func secpKey(name string) crypto.PrivKey {
	return secp256k1.GenPrivKeySecp256k1([]byte(name))
}

var three = signersOf(edKey("one"), edKey("two"), edKey("three"))
var strangers = signersOf(edKey("x"), edKey("y"), edKey("z"))

func (s signers) proto() *cmtproto.ValidatorSet {
	p, err := s.set.ToProto()
	check(err)
	return p
}

// told is a header as validators could have signed it.
type told struct {
	chain   string
	height  int64
	at      time.Time
	by      signers
	next    signers
	trust   signers
	trusted clienttypes.Height
	absent  int // so many of the last validators did not sign
	nils    int // so many of the first signed that there is no block
	header  func(*cmttypes.Header)
	commit  func(*cmttypes.Commit)
}

var trustedHeight = clienttypes.NewHeight(7, 5)
var knownTime = startTime.Add(-time.Hour)

// base is a header that a client takes which knows height 7-5.
func base() told {
	return told{chain: otherID, height: 8, at: knownTime.Add(time.Minute), by: three, next: three, trust: three, trusted: trustedHeight}
}

func (t told) make() *ibctm.Header {
	sum := tmhash.Sum([]byte("unused"))
	header := cmttypes.Header{
		Version: cmtversion.Consensus{Block: 11, App: 2}, ChainID: t.chain, Height: t.height, Time: t.at,
		LastBlockID:    cmttypes.BlockID{Hash: sum, PartSetHeader: cmttypes.PartSetHeader{Total: 1, Hash: sum}},
		LastCommitHash: sum, DataHash: sum, ValidatorsHash: t.by.set.Hash(), NextValidatorsHash: t.next.set.Hash(),
		ConsensusHash: sum, AppHash: tmhash.Sum([]byte("state")), LastResultsHash: sum, EvidenceHash: sum,
		ProposerAddress: t.by.set.Proposer.Address,
	}
	if t.header != nil {
		t.header(&header)
	}
	id := cmttypes.BlockID{Hash: header.Hash(), PartSetHeader: cmttypes.PartSetHeader{Total: 3, Hash: sum}}
	commit := &cmttypes.Commit{Height: t.height, Round: 1, BlockID: id}
	count := len(t.by.set.Validators)
	for i, val := range t.by.set.Validators {
		if i >= count-t.absent {
			commit.Signatures = append(commit.Signatures, cmttypes.NewCommitSigAbsent())
			continue
		}
		vote := cmttypes.Vote{Type: cmtproto.PrecommitType, Height: t.height, Round: 1, BlockID: id, Timestamp: t.at.Add(time.Second)}
		flag := cmttypes.BlockIDFlagCommit
		if i < t.nils {
			vote.BlockID, flag = cmttypes.BlockID{}, cmttypes.BlockIDFlagNil
		}
		signature, err := t.by.keys[string(val.Address)].Sign(cmttypes.VoteSignBytes(t.chain, vote.ToProto()))
		check(err)
		commit.Signatures = append(commit.Signatures, cmttypes.CommitSig{BlockIDFlag: flag, ValidatorAddress: val.Address, Timestamp: vote.Timestamp, Signature: signature})
	}
	if t.commit != nil {
		t.commit(commit)
	}
	return &ibctm.Header{
		SignedHeader:      &cmtproto.SignedHeader{Header: header.ToProto(), Commit: commit.ToProto()},
		ValidatorSet:      t.by.proto(),
		TrustedHeight:     t.trusted,
		TrustedValidators: t.trust.proto(),
	}
}

// with changes a copy of what is told.
func with(t told, change func(*told)) told {
	change(&t)
	return t
}

func span(seconds int64) time.Duration { return time.Duration(seconds) * time.Second }

func clientState() *ibctm.ClientState {
	return ibctm.NewClientState(otherID, ibctm.Fraction{Numerator: 1, Denominator: 3}, span(86_400), span(172_800), span(10),
		trustedHeight, commitmenttypes.GetSDKSpecs(), []string{"upgrade", "upgradedIBCState"})
}

func consensusState() *ibctm.ConsensusState {
	return ibctm.NewConsensusState(knownTime, commitmenttypes.NewMerkleRoot(tmhash.Sum([]byte("root"))), three.set.Hash())
}

func creation(cs *ibctm.ClientState, consensus *ibctm.ConsensusState) *clienttypes.MsgCreateClient {
	msg, err := clienttypes.NewMsgCreateClient(cs, consensus, alice)
	check(err)
	return msg
}

func update(client string, h *ibctm.Header) *clienttypes.MsgUpdateClient {
	msg, err := clienttypes.NewMsgUpdateClient(client, h, alice)
	check(err)
	return msg
}
