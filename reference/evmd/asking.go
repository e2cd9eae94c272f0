package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/gogoproto/jsonpb"
	"github.com/cosmos/gogoproto/proto"
	"google.golang.org/grpc/status"
)

// Question is a gRPC query, and what a node answers: a response in protobuf and in the JSON of its gateway, or a status.
type Question struct {
	Path     string `json:"path"`
	Request  string `json:"request"`
	Height   int64  `json:"height,omitempty"`
	Response string `json:"response,omitempty"`
	JSON     string `json:"json,omitempty"`
	Code     uint32 `json:"code,omitempty"`
	Text     string `json:"text,omitempty"`
	// Panic is that of the handler.
	Panic string `json:"panic,omitempty"`
}

// ask adds a question to the last block. The height is 0 for the latest.
func (c *Chain) ask(path string, height int64, request, response proto.Message) {
	c.askBytes(path, height, must(proto.Marshal(request)), response)
}

func (c *Chain) askBytes(path string, height int64, request []byte, response proto.Message) {
	question := Question{Path: path, Request: base(request), Height: height}
	bz, err := c.answer(path, height, request)
	var stopped panicked
	switch {
	case errors.As(err, &stopped):
		question.Panic = plain(stopped.text)
	case err != nil:
		one := status.Convert(err)
		question.Code, question.Text = uint32(one.Code()), plain(one.Message())
	default:
		question.Response = base(bz)
		check(proto.Unmarshal(bz, response))
		text := bytes.Buffer{}
		check((&jsonpb.Marshaler{OrigName: true, EmitDefaults: true, AnyResolver: c.InterfaceRegistry}).Marshal(&text, response))
		question.JSON = text.String()
	}
	block := c.lines[len(c.lines)-1].(Block)
	block.Questions = append(block.Questions, question)
	c.lines[len(c.lines)-1] = block
}

type panicked struct{ text string }

func (p panicked) Error() string { return p.text }

// answer is that of the node's gRPC server.
func (c *Chain) answer(path string, height int64, request []byte) (bz []byte, err error) {
	defer func() {
		if stopped := recover(); stopped != nil {
			err = panicked{fmt.Sprint(stopped)}
		}
	}()
	ctx, err := c.CreateQueryContext(height, false)
	if err != nil {
		return nil, err
	}
	response, err := c.GRPCQueryRouter().Route(path)(ctx.WithContext(context.Background()), &abci.RequestQuery{Data: request, Height: height})
	if err != nil {
		return nil, err
	}
	return response.Value, nil
}
