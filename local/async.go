package local

import "errors"

func (n *node[T]) MaxTag() int { return 1<<62 - 1 }

func (n *node[T]) StartSend(to, tag int, x []T) (int, error) {
	return n.start("StartSend", &transfer[T]{peer: to, tag: 1 + tag, send: true, x: x})
}

func (n *node[T]) StartRecv(from, tag int, x []T) (int, error) {
	return n.start("StartRecv", &transfer[T]{peer: from, tag: 1 + tag, x: x})
}

func (n *node[T]) start(call string, t *transfer[T]) (int, error) {
	n.m.Lock()
	defer n.m.Unlock()
	if len(n.ids) == 0 {
		n.ids = append(n.ids, n.started)
	}
	t.id = n.ids[len(n.ids)-1]
	if err := n.post(call, t); err != nil {
		return 0, err
	}
	n.ids = n.ids[:len(n.ids)-1]
	n.started++
	return t.id, nil
}

func (n *node[T]) WaitSome(done []int) ([]int, error) {
	n.m.Lock()
	defer n.m.Unlock()
	if n.started == 0 {
		return done, errors.New("local: WaitSome: nothing was started")
	}
	if err := n.sleep(func() bool { return len(n.done) == 0 }); err != nil {
		return done, err
	}
	done = append(done, n.done...)
	n.ids = append(n.ids, n.done...)
	n.started -= len(n.done)
	n.done = n.done[:0]
	return done, nil
}
