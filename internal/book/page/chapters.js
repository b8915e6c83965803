"use strict";
// The course has eight chapters in the order of the textbook. Each chapter has a view, a short text, and a
// question. The answer to the question is a different view.

const chapters = [
  {
    title: "One to all, all to one", view: "row=hcube/bcast&p=8",
    text: "Every step of a broadcast doubles the number of nodes that have the message, so the broadcast takes log p steps. A reduction is the same in reverse.",
    question: "Let the source itself send to every other node. How much longer does that take on 8 nodes?", answer: "row=ring/bcast-linear,hcube/bcast&p=8&network=crossbar",
  },
  {
    title: "All to all: everyone gets everything", view: "row=ring/allgather,hcube/allgather&p=8",
    text: "On a ring, every node passes on the block that it received last, p - 1 times. On a hypercube, the number of blocks doubles in every step. The tw term is the same, since every node must receive p - 1 blocks through one port.",
    question: "How long does the hypercube's algorithm take on the links of a ring?", answer: "row=ring/allgather,hcube/allgather&p=8&network=ring",
  },
  {
    title: "Everyone gets the sum", view: "row=hcube/allreduce&p=8",
    text: "This is the hypercube's all-gather with a sum in place of the concatenation, so messages stay short. A reduction followed by a broadcast does the same in twice as many steps.",
    question: "With m = 100000 words, is it better to divide the vector into p parts first?", answer: "row=hcube/allreduce,hcube/allreduce-rabenseifner,ring/allreduce&p=8&m=100000",
  },
  {
    title: "Prefix sums", view: "row=hcube/scan&p=8&node=5",
    text: "Node k gets the sum of nodes 0 to k. It adds the values from lower labels to its result, and all values to the message that it passes on.",
    question: "On a ring the sums travel along one line, as a pipeline. For which vector lengths is that faster?", answer: "row=hcube/scan,ring/scan&p=8&m=20000",
  },
  {
    title: "A block for every node: scatter and gather", view: "row=hcube/scatter&p=8",
    text: "In each of log p steps, a node sends half of its blocks to the other half of its subcube. The root sends p - 1 blocks in total. On a ring, the blocks pass along the nodes one after the other.",
    question: "Which term is smaller on the hypercube than on the ring, and which is not?", answer: "row=hcube/scatter,ring/scatter&p=8",
  },
  {
    title: "A block for every pair of nodes", view: "row=hcube/alltoall,hcube/alltoall-ecube&p=8",
    text: "In each of log p steps, every node exchanges half of its blocks, so a block travels (log p)/2 times on average. In the other algorithm every pair exchanges directly, in p - 1 steps, on routes that never meet.",
    question: "From which m on is the direct exchange faster? Open the charts below.", answer: "row=hcube/alltoall,hcube/alltoall-ecube&p=8&m=20000",
  },
  {
    title: "Circular shift", view: "row=ring/shift,mesh/shift&p=16&shift=5",
    text: "Every node sends its block to the node q positions further along. A mesh shifts the rows by q mod √p, corrects the blocks that wrapped around, and shifts the columns.",
    question: "With cut-through routing on a hypercube, one step over E-cube routes is enough. What does it cost?", answer: "row=hcube/shift-ecube,mesh/shift&p=16&shift=5",
  },
  {
    title: "Long messages, many ports", view: "row=hcube/bcast,hcube/bcast-scatter&p=16&m=48000",
    text: "For a long message the time of the broadcast is tw m log p, although every node receives the m words only once. If the broadcast scatters the message in parts and then gathers the parts on every node, it takes about 2 tw m.",
    question: "With all four ports in use, the lower bound is tw m/4 = 120 µs. How close do trees that share no link come?", answer: "row=hcube/bcast-scatter,hcube/bcast-esbt,network/bcast&p=16&m=48000&network=hypercube&ports=all&segment=auto",
  },
];

class Course {
  // open shows the view of a fragment, plays it and returns its panels, unless a newer view abandons it.
  // changed is called when the reader closes the chapter.
  constructor(open, changed) {
    this.open = open;
    this.changed = changed;
    this.place = document.getElementById("chapter");
    document.getElementById("chapters").append(
      ...chapters.map(({ title }, i) => {
        const button = element("button", { type: "button" }, `${i + 1}. ${title}`);
        button.onclick = () => this.show(i);
        return button;
      }),
    );
  }

  // show shows a chapter and plays its view.
  show(i) {
    this.tell(i);
    return this.open("#" + chapters[i].view);
  }

  // tell shows the text of a chapter.
  tell(i) {
    const { title, text, question, answer } = chapters[i];
    this.now = i;
    this.mark();
    const button = element("button", { type: "button" }, "Run the answer");
    button.onclick = () => this.answer(answer);
    this.says = element("p", { role: "status" });
    const close = element("button", { type: "button", "aria-label": "close the chapter" }, "×");
    close.onclick = () => (this.close(), this.changed());
    this.place.replaceChildren(element("h2", {}, `${i + 1}. ${title}`), close, element("p", {}, text), element("p", { class: "question" }, question, " ", button), this.says);
    this.place.hidden = false;
  }

  // answer plays the view of the answer and shows its times.
  async answer(view) {
    const panels = await this.open("#" + view);
    if (panels) this.says.textContent = panels.map(({ scene }) => `${scene.row}: ${us(scene.time)}`).join("; ") + ".";
  }

  close() {
    this.now = undefined;
    this.mark();
    this.place.hidden = true;
  }

  mark() {
    document.querySelectorAll("#chapters button").forEach((button, i) => (i === this.now ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current")));
  }
}
